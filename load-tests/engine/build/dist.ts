import { rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';

const engine = join(import.meta.dirname, '..');
/** Private in this repository, so it goes into the package, types and all. */
const client = '@meteor-vs-mean/pubsub-client';
/** ... without types: nothing of them is in ours. */
const own = [client, '@meteor-vs-mean/testbed/process', '@meteor-vs-mean/testbed/sampler'];

/**
 * Makes dist/: JavaScript, for Node strips no types under node_modules, and .d.ts.
 * @throws Error with what esbuild or TypeScript said
 */
export async function makeDist(): Promise<void> {
  const dist = join(engine, 'dist');
  rmSync(dist, { recursive: true, force: true });
  await build({
    entryPoints: [
      { in: join(engine, 'src/index.ts'), out: 'index' },
      // Next to the chunk that starts it.
      { in: join(engine, 'src/writers/writers-worker.ts'), out: 'writers-worker' },
      { in: join(engine, 'src/capacity/main.ts'), out: 'capacity/main' },
      { in: join(engine, 'src/record/main.ts'), out: 'record/main' },
    ],
    outdir: dist,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    logLevel: 'warning',
    plugins: [
      {
        name: 'packages-stay-outside',
        setup({ onResolve }) {
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || own.includes(path) ? undefined : { path, external: true },
          );
        },
      },
    ],
  });
  makeTypes(dist);
}

function makeTypes(dist: string): void {
  const { config } = ts.readConfigFile(join(engine, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, engine);
  const clientEntry = fileURLToPath(import.meta.resolve(client));
  // The client stands there too: what comes out of node_modules alone, TypeScript writes no types for.
  const program = ts.createProgram([join(engine, 'src/index.ts'), clientEntry], {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
  });
  const problems = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
  if (problems.length > 0) throw new Error(ts.flattenDiagnosticMessageText(problems[0], '\n'));
  const clientDir = dirname(clientEntry);
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile) continue;
    const inClient = relative(clientDir, source.fileName);
    const place = inClient.startsWith('..')
      ? relative(join(engine, 'src'), source.fileName)
      : join('pubsub-client', inClient);
    program.emit(source, (_name, text) => {
      const up = relative(dirname(place), 'pubsub-client') || '.';
      const own = text
        .replaceAll(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2')
        .replaceAll(client, `${up.startsWith('.') ? '' : './'}${up}/index.js`);
      ts.sys.writeFile(join(dist, place.replace(/\.ts$/, '.d.ts')), own);
    });
  }
}
