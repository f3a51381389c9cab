/**
 * Runs tests, shows their own output, and ends with one line: `N passed, N failed, N skipped`.
 *
 * - `npm test`: lint, words, types, and every test that isn't slow. Lint, words and types count as one check each.
 *   Arguments are parts of file names, and choose some of Vitest's files.
 * - `npm run test:slow` (`--slow`): the files `*.slow.test.ts`.
 * - `.ci/run` (`--all`): both, one after the other. Failed files are run a second time, alone, and are named.
 *
 * With TOY=1 it runs one test file, to show that the command works.
 */
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '@meteor-vs-mean/testbed/process';
import { type FileResult, failures, merged, retriedFiles, sumOf, type Tally, tallyOf } from './results.ts';
import { run, untilStopped } from './run.ts';

const slowFiles = '.slow.test.ts';
const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: { slow: { type: 'boolean', default: false }, all: { type: 'boolean', default: false } },
});
const isToy = process.env.TOY === '1';
// The tests themselves measure normally.
delete process.env.TOY;

/** Failures of a first try that were tried again. */
const failedAtFirst: string[] = [];

await untilStopped(async () => {
  const total = sumOf(await tallies());
  if (failedAtFirst.length > 0) {
    console.log('\nFailed next to other tests, then tried again alone (the sum counts the second try):');
    for (const line of failedAtFirst) console.log(`- ${line}`);
  }
  if (isToy) console.log('\nTOY=1: only one test file');
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed > 0 ? 1 : 0;
});

async function tallies(): Promise<Tally[]> {
  if (isToy) return [await tests(['infra/ci/test/lock-file.test.ts'])];
  if (values.slow) return [await tests(chosen.length > 0 ? chosen : [slowFiles])];
  if (chosen.length > 0) return [...(await checks()), await tests(chosen)];
  const quick = [...(await checks()), await angular(), await tests(['--exclude', `**/*${slowFiles}`])];
  return values.all ? [...quick, await tests([slowFiles])] : quick;
}

async function checks(): Promise<Tally[]> {
  return [
    await check('biome', ['check', '.']),
    await check(process.execPath, [path.join(root, 'infra/words/check.ts')]),
    await check(process.execPath, [path.join(import.meta.dirname, 'typecheck.ts')]),
  ];
}

async function check(command: string, args: string[]): Promise<Tally> {
  const code = await show(command, args);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

function show(command: string, args: string[], cwd = root): Promise<number> {
  console.log(`\n== ${[command, ...args].join(' ')}`);
  return run(command, args, { cwd, env: { ...process.env, DO_NOT_TRACK: '1', FORCE_COLOR: '0' } });
}

/** Runs some of Vitest's files. For `.ci/run` failed ones run again, one after the other. */
async function tests(args: string[]): Promise<Tally> {
  const first = await vitest(args);
  const again = values.all ? retriedFiles(first.files ?? []) : [];
  if (first.files === undefined || again.length === 0) return counted(first.code, first.files);
  failedAtFirst.push(...failures(first.files, root));
  const second = await vitest(['--maxWorkers=1', ...again]);
  return counted(second.code, merged(first.files, second.files ?? []));
}

function vitest(args: string[]) {
  return results('vitest', (json) => [
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${json}`],
    ...args,
  ]);
}

/**
 * The unit tests of apps/mean/client: also Vitest, but started by Angular's builder, which passes the file to its first
 * reporter.
 */
async function angular(): Promise<Tally> {
  const argsFor = (json: string) => [
    ...['test', '--', '--no-progress', '--reporters=json', '--reporters=default'],
    `--output-file=${json}`,
  ];
  const { code, files } = await results('npm', argsFor, path.join(root, 'apps/mean/client'));
  return counted(code, files);
}

/** Vitest's report; undefined if it crashed before writing it. */
async function results(command: string, argsFor: (json: string) => string[], cwd = root) {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'meteor-vs-mean-test-'));
  const file = path.join(folder.path, 'vitest.json');
  const code = await show(command, argsFor(file), cwd);
  const report = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  return { code, files: report?.testResults as FileResult[] | undefined };
}

/** An error outside a test, or a crash of Vitest, fails a run without a failed test: it counts as one failure. */
function counted(code: number, files: FileResult[] | undefined): Tally {
  const tally = tallyOf(files ?? []);
  return tally.failed === 0 && code !== 0 ? { ...tally, failed: 1 } : tally;
}
