import { spawn } from 'node:child_process';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginRecord } from '@meteor-vs-mean/measure/run';
import { chromiumRemedy, findChromium } from '@meteor-vs-mean/testbed/chromium';
import { exit, onStopSignal, root, runCommand } from '@meteor-vs-mean/testbed/process';
import { mean, meteor } from '@meteor-vs-mean/testbed/stacks';
import { keep } from './keep.ts';
import { type Recording, recordingPlace, suites, type Verdict } from './recording.ts';
import { type VitestReport, verdictsOf } from './vitest-report.ts';

/** Written by `../test/browser-suite.ts`, which gets this file's name. */
type Facts = Record<'mongod' | 'chromium', string>;

const command = {
  name: 'record',
  typed: 'npm run record -w @meteor-vs-mean/conformance',
  about: "Runs the suite against real Meteor, and records each case's verdict.",
  options: {},
} as const;

const child = { stop: () => {} };
onStopSignal(() => child.stop());
await runCommand(command, async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'conformance-record-'));
  return await record(folder.path);
});

/** Runs every case that involves Meteor, and records its verdict. */
async function record(folder: string): Promise<number> {
  const found = await meteor.find();
  if (!found.found) throw new Error(`Meteor is not installed: ${found.reason}. Remedy: ${found.remedy}.`);
  if (!(await findChromium())) {
    throw new Error(`There is no Chromium on this machine. Remedy: ${chromiumRemedy}.`);
  }
  console.log(`Building apps/meteor with ${found.description}`);
  const build = await meteor.build({ log: console.log });
  await mean.build({ log: console.log });
  const begun = await beginRecord({
    kind: 'conformance',
    size: 'full',
    command: command.typed,
    out: undefined,
  });
  const [reportFile, factsFile] = [join(folder, 'report.json'), join(folder, 'facts.json')];
  const { code, signal } = await runSuite(reportFile, factsFile);
  if (signal !== null) throw new Error(`ended by ${signal}; nothing was recorded`);
  const cases = verdictsOf(await readJson<VitestReport>(reportFile));
  const facts = await readJson<Facts>(factsFile);
  const versions = {
    meteor: build.versions.meteor ?? found.version,
    node: build.nodeVersion,
    ...facts,
  };
  const manifest = begun.manifest(versions);
  const count = (verdict: Verdict) => Object.values(cases).filter((each) => each === verdict).length;
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
  const recording: Recording = { counts, cases };
  // Vitest's status also covers files that couldn't be loaded, whose cases aren't counted.
  const passed = code === 0 && counts.passed > 0 && counts.failed + counts.skipped === 0;
  const place = await keep(recordingPlace, { manifest, content: recording }, { passed });
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  if (passed) console.log(`-> ${place}`);
  else console.error(`The run failed, so the previous record stays; this run's is in ${place}`);
  return passed ? exit.done : exit.failed;
}

/** @returns Vitest's status, or the signal that ended it */
function runSuite(report: string, facts: string): Promise<{ code: number | null; signal: string | null }> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const running = spawn(process.execPath, [vitest, 'run', ...suites, '-t', 'meteor', ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CONFORMANCE_FACTS: facts },
  });
  child.stop = () => running.kill('SIGINT');
  return new Promise((resolve, reject) => {
    running.on('error', reject);
    running.on('close', (code, signal) => resolve({ code, signal }));
  });
}

/** @throws a one-line error if the suite ended before it wrote the file */
async function readJson<Content>(file: string): Promise<Content> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error('the suite ended before its last case; nothing was recorded. See its output above.');
  });
  return JSON.parse(text);
}
