/**
 * `npm test`: everything that can be tested on this machine. Runs lint, types and tests, shows their own output, and
 * ends with one line that adds them up: `N passed, N failed, N skipped`. Lint and types count as one check each.
 * With TOY=1 it runs one file of tests, to see that the command works.
 */
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '@meteor-vs-mean/process';
import { run, untilStopped } from './run.ts';
import { type FileResult, failures, merged, secondTryOf, type Tally, tallyOf } from './second-try.ts';

function show(command: string, args: string[], cwd = root): Promise<number> {
  console.log(`\n== ${[command, ...args].join(' ')}`);
  return run(command, args, { cwd, env: { ...process.env, DO_NOT_TRACK: '1', FORCE_COLOR: '0' } });
}

async function check(command: string, args: string[]): Promise<Tally> {
  const code = await show(command, args);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** What Vitest wrote of its files; undefined of a run that died before it could. */
async function results(command: string, argsFor: (json: string) => string[], cwd = root) {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'meteor-vs-mean-test-'));
  const file = path.join(folder.path, 'vitest.json');
  const code = await show(command, argsFor(file), cwd);
  const report = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  return { code, files: report?.testResults as FileResult[] | undefined };
}

/** An error outside a test fails a run without failing a test, and so does its death: each counts as one failure. */
function counted(code: number, files: FileResult[] | undefined): Tally {
  const tally = tallyOf(files ?? []);
  return tally.failed === 0 && code !== 0 ? { ...tally, failed: 1 } : tally;
}

function vitest(args: string[]) {
  return results('vitest', (json) => [
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${json}`],
    ...args,
  ]);
}

/** All files of Vitest; the tests that failed are tried a second time, one file after the other, and named at the end. */
async function tests(args: string[]): Promise<Tally> {
  const first = await vitest(args);
  const again = secondTryOf(first.files ?? [], root);
  if (first.files === undefined || again === undefined) return counted(first.code, first.files);
  const { files: places, names } = again;
  const only = names === undefined ? [] : ['--testNamePattern', names];
  const second = await vitest(['--maxWorkers=1', ...only, ...places]);
  const seen = new Set((second.files ?? []).map(({ name }) => name));
  atFirst.push(
    ...failures(
      first.files.filter(({ name }) => seen.has(name)),
      root,
    ),
  );
  return counted(second.code, merged(first.files, second.files ?? []));
}

/** The unit tests of apps/mean/client: Vitest too, but Angular's builder runs it. Its file is the first reporter's. */
async function angular(): Promise<Tally> {
  const argsFor = (json: string) => [
    ...['test', '--', '--no-progress', '--reporters=json', '--reporters=default'],
    `--output-file=${json}`,
  ];
  const { code, files } = await results('npm', argsFor, path.join(root, 'apps/mean/client'));
  return counted(code, files);
}

/** What failed in the first try, and was tried again. */
const atFirst: string[] = [];
const args = process.argv.slice(2);
const isToy = process.env.TOY === '1';
// The tests themselves are to measure as they always do.
delete process.env.TOY;

await untilStopped(async () => {
  const tallies = isToy
    ? [await tests(['infra/ci/test/lock-file.test.ts'])]
    : [
        await check('biome', ['check', '.']),
        await check(process.execPath, [path.join(import.meta.dirname, 'typecheck.ts')]),
        // Arguments choose among Vitest's files.
        ...(args.length === 0 ? [await angular()] : []),
        await tests(args),
      ];
  const total = tallies.reduce((sum, tally) => ({
    passed: sum.passed + tally.passed,
    failed: sum.failed + tally.failed,
    skipped: sum.skipped + tally.skipped,
  }));
  if (atFirst.length > 0) {
    console.log(
      '\nFailed at first, beside other tests, and were tried again alone (the line below counts the second try):',
    );
    for (const line of atFirst) console.log(`- ${line}`);
  }
  if (isToy) console.log('\nTOY=1: one file of tests alone');
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  process.exitCode = total.failed > 0 ? 1 : 0;
});
