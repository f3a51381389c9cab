import path from 'node:path';
import ts from 'typescript';
import type { Manifest } from './manifests.ts';

/**
 * One class per object of the API, in the package kubernetes-models, which is generated from the API's OpenAPI
 * document.
 */
type Model = new (data: unknown) => { validate(): void };

/**
 * Errors of manifests by the schemas of Kubernetes' API: invalid values, missing fields, and unknown fields, which the
 * API would silently drop.
 */
export async function problemsOf(manifests: readonly Manifest[]): Promise<string[]> {
  const values = await Promise.all(manifests.map(valueProblem));
  return [...values.flat(), ...unknownFields(manifests)];
}

const moduleOf = ({ apiVersion, kind }: Manifest) => `kubernetes-models/${apiVersion}/${kind}`;

async function valueProblem({ file, ...manifest }: Manifest): Promise<string[]> {
  const { kind } = manifest;
  const found = await import(moduleOf({ ...manifest, file })).catch(() => undefined);
  const model: Model | undefined = found?.[kind];
  if (!model) return [`${file}: the API has no ${kind} in ${manifest.apiVersion}`];
  try {
    new model(manifest).validate();
    return [];
  } catch (error) {
    return [`${file}: ${kind} ${manifest.metadata.name}: ${(error as Error).message}`];
  }
}

/** The API's schemas allow additional fields; the types generated from them don't, for object literals. */
function unknownFields(manifests: readonly Manifest[]): string[] {
  const lines = manifests.map(({ file, ...manifest }, n) => {
    const type = `import('${moduleOf({ ...manifest, file })}').I${manifest.kind}`;
    return `export const manifest${n}: ${type} = ${JSON.stringify(manifest)};`;
  });
  const source = path.join(import.meta.dirname, 'written-out.ts');
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  // It only exists here.
  host.fileExists = (name) => name === source || fileExists.call(host, name);
  host.getSourceFile = (name, ...rest) =>
    name === source
      ? ts.createSourceFile(name, lines.join('\n'), ts.ScriptTarget.ES2024)
      : getSourceFile.call(host, name, ...rest);
  const program = ts.createProgram([source], options, host);
  return ts.getPreEmitDiagnostics(program, program.getSourceFile(source)).map((diagnostic) => {
    const { line } = ts.getLineAndCharacterOfPosition(
      diagnostic.file as ts.SourceFile,
      diagnostic.start as number,
    );
    const { file, kind, metadata } = manifests[line] as Manifest;
    const said = ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ');
    return `${file}: ${kind} ${metadata.name}: ${said}`;
  });
}
