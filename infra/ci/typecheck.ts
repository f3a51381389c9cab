/**
 * Checks the same as `npm run typecheck`, for `npm test`, which has no cached results: workspaces with the same options
 * in tsconfig.json form one program, so that TypeScript's libraries and our shared packages are read and checked once.
 * It takes a third of the CPU.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@meteor-vs-mean/testbed/process';
import ts from 'typescript';
import { run, untilStopped } from './run.ts';

/** Workspaces with the same options. */
interface Program {
  options: ts.CompilerOptions;
  files: string[];
}

/** Each workspace's script `typecheck`, by folder. */
function scripts(): Map<string, string> {
  const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const files = globSync(
    workspaces.map((folder: string) => `${folder}/package.json`),
    { cwd: root },
  );
  return new Map(
    files.flatMap((file) => {
      const script = JSON.parse(readFileSync(path.join(root, file), 'utf8')).scripts?.typecheck;
      return script === undefined ? [] : [[path.join(root, path.dirname(file)), script]];
    }),
  );
}

/** The programs of all workspaces that `tsc` alone checks. */
function programs(): Program[] {
  const byOptions = new Map<string, Program>();
  for (const [folder, script] of scripts()) {
    for (const [, config = ''] of script.matchAll(/\btsc -p (\S+)/g)) {
      const { options, fileNames } = configOf(path.resolve(folder, config));
      delete options.configFilePath;
      const key = JSON.stringify(options);
      const program = byOptions.get(key) ?? { options, files: [] };
      program.files.push(...fileNames);
      byOptions.set(key, program);
    }
  }
  return [...byOptions.values()];
}

function configOf(place: string): ts.ParsedCommandLine {
  const file = place.endsWith('.json') ? place : path.join(place, 'tsconfig.json');
  const parsed = ts.getParsedCommandLineOfConfigFile(
    file,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (problem) => {
        throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(problem.messageText, '\n')}`);
      },
    },
  );
  if (parsed === undefined) throw new Error(`${file} can't be read`);
  return parsed;
}

/** @returns the errors, as TypeScript prints them */
function check({ options, files }: Program): string {
  const problems = ts.getPreEmitDiagnostics(ts.createProgram(files, options));
  return ts.formatDiagnosticsWithColorAndContext(problems, {
    getCurrentDirectory: () => process.cwd(),
    getCanonicalFileName: (file) => file,
    getNewLine: () => '\n',
  });
}

const [number] = process.argv.slice(2);
const all = programs();
if (number !== undefined) {
  const errors = check(all[Number(number)] as Program);
  process.stdout.write(errors);
  process.exitCode = errors === '' ? 0 : 1;
} else {
  const others = [...scripts()].filter(([, script]) => script.replaceAll(/\btsc -p \S+|&&|\s/g, '') !== '');
  await untilStopped(async () => {
    const codes = await Promise.all([
      ...all.map((_, index) => run(process.execPath, [import.meta.filename, String(index)], { cwd: root })),
      ...others.map(([folder]) => run('npm', ['run', '--silent', 'typecheck'], { cwd: folder })),
    ]);
    process.exitCode = codes.every((code) => code === 0) ? 0 : 1;
  });
}
