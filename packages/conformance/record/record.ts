import { spawn } from 'node:child_process';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginRecord } from '@meteor-vs-mean/bench';
import { chromiumRemedy, findChromium } from '@meteor-vs-mean/chromium';
import { exit, onStopSignal, root, runCommand } from '@meteor-vs-mean/process';
import type { RecordManifest } from '@meteor-vs-mean/results';
import { mean, meteor } from '@meteor-vs-mean/stacks';
import { keep } from './keep.ts';
import {
  principlesPlace,
  principlesTitle,
  type RecordedPrinciples,
  type Recording,
  recordingPlace,
  suites,
  type Verdict,
} from './recording.ts';
import { findingsOf, type VitestReport, verdictsOf } from './vitest-report.ts';

/** Written by `../test/browser.test.ts`, when it is told where. */
type Facts = Record<'mongod' | 'chromium', string>;

const command = {
  name: 'record',
  typed: 'npm run record -w @meteor-vs-mean/conformance',
  about:
    "Runs the suite against real Meteor, and writes down each case's verdict and what both apps answered to the principles' questions.",
  options: {},
} as const;

const child = { stop: () => {} };
onStopSignal(() => child.stop());
await runCommand(command, async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'conformance-record-'));
  return await record(folder.path);
});

/** Runs every case in which Meteor has a part, and the principles on each stack, and writes down what came of it. */
async function record(folder: string): Promise<number> {
  const found = await meteor.find();
  if (!found.found) throw new Error(`Meteor isn't here: ${found.reason}. Remedy: ${found.remedy}.`);
  if (!(await findChromium())) {
    throw new Error(`There is no Chromium on this machine. Remedy: ${chromiumRemedy}.`);
  }
  console.log(`Building apps/meteor with ${found.description}`);
  const build = await meteor.build({ log: console.log });
  const { versions: meanVersions } = await mean.build({ log: console.log });
  const begin = (kind: RecordManifest['kind']) =>
    beginRecord({ kind, size: 'full', command: command.typed, out: undefined });
  const begun = await begin('conformance');
  const begunPrinciples = await begin('principles');
  const [reportFile, factsFile] = [join(folder, 'report.json'), join(folder, 'facts.json')];
  const { code, signal } = await runSuite(reportFile, factsFile);
  if (signal !== null) throw new Error(`ended by ${signal}; nothing was written`);
  const report = await readJson<VitestReport>(reportFile);
  const cases = verdictsOf(report);
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
  const principles: RecordedPrinciples = {
    apps: { meteor: build.versions, mean: meanVersions },
    findings: { meteor: findingsOf(report, 'meteor'), mean: findingsOf(report, 'mean') },
  };
  // Vitest's status also tells of a file that couldn't be loaded, whose cases are in no count.
  const passed = code === 0 && counts.passed > 0 && counts.failed + counts.skipped === 0;
  const records = [
    { place: recordingPlace, manifest, content: recording },
    { place: principlesPlace, manifest: begunPrinciples.manifest(versions), content: principles },
  ];
  const places = await keep(records, { passed });
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  if (passed) console.log(`-> ${places.join(', ')}`);
  else console.error(`The run failed, and the record before it stands: its own is ${places.join(' and ')}`);
  return passed ? exit.done : exit.failed;
}

/** @returns Vitest's status, or the signal that ended it */
function runSuite(report: string, facts: string): Promise<{ code: number | null; signal: string | null }> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const wanted = `meteor|${principlesTitle}`;
  const running = spawn(process.execPath, [vitest, 'run', ...suites, '-t', wanted, ...options], {
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

/** @throws one line if the suite ended before it wrote the file */
async function readJson<Content>(file: string): Promise<Content> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error('the suite ended before its last case; nothing was written. Its output says why.');
  });
  return JSON.parse(text);
}
