/**
 * `npm test`: everything that can be tested on this machine. Runs lint, types and tests, shows their own output, and
 * ends with one line that adds them up: `N passed, N failed, N skipped`. Lint and types count as one check each.
 * With TOY=1 it runs one file of tests, to see that the command works.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

const root = path.resolve(import.meta.dirname, '../..');

function run(command: string, args: string[], cwd = root): Promise<number> {
  console.log(`\n== ${[command, ...args].join(' ')}`);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: 'inherit',
      env: { ...process.env, DO_NOT_TRACK: '1', FORCE_COLOR: '0' },
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

async function check(command: string, args: string[]): Promise<Tally> {
  const code = await run(command, args);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/** Vitest's own count, from its JSON; a run that died before it could write that is one failure. */
async function tests(command: string, argsFor: (json: string) => string[], cwd = root): Promise<Tally> {
  const folder = await mkdtemp(path.join(tmpdir(), 'meteor-vs-mean-test-'));
  const file = path.join(folder, 'vitest.json');
  try {
    const code = await run(command, argsFor(file), cwd);
    const report = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
    if (!report) return { passed: 0, failed: 1, skipped: 0 };
    const failed: number = report.numFailedTests;
    // A file that can't be loaded, or an error outside a test, fails the run without failing a test.
    return {
      passed: report.numPassedTests,
      failed: failed === 0 && code !== 0 ? 1 : failed,
      skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function vitest(args: string[]): Promise<Tally> {
  return tests('vitest', (json) => [
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${json}`],
    ...args,
  ]);
}

/** The unit tests of apps/mean/client: Vitest too, but Angular's builder runs it. Its file is the first reporter's. */
function angular(): Promise<Tally> {
  const argsFor = (json: string) => [
    ...['test', '--', '--no-progress', '--reporters=json', '--reporters=default'],
    `--output-file=${json}`,
  ];
  return tests('npm', argsFor, path.join(root, 'apps/mean/client'));
}

const args = process.argv.slice(2);
const isToy = process.env.TOY === '1';
// The tests themselves are to measure as they always do.
delete process.env.TOY;
const tallies = isToy
  ? [await vitest(['infra/ci/test/lock-file.test.ts'])]
  : [
      await check('biome', ['check', '.']),
      await check(process.execPath, [path.join(import.meta.dirname, 'typecheck.ts')]),
      // Arguments choose among Vitest's files.
      ...(args.length === 0 ? [await angular()] : []),
      await vitest(args),
    ];
const total = tallies.reduce((sum, tally) => ({
  passed: sum.passed + tally.passed,
  failed: sum.failed + tally.failed,
  skipped: sum.skipped + tally.skipped,
}));
if (isToy) console.log('\nTOY=1: one file of tests alone');
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
