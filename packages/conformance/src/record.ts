import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromiumRemedy, findChromium } from '@meteor-vs-mean/chromium';
import { type StackName, stacks } from '@meteor-vs-mean/stacks';
import type { Finding } from './principles/principle.ts';
import { principlesPath, principlesTitle, type RecordedPrinciples } from './principles/recorded.ts';
import { type Recording, recordingPath, type Verdict } from './recording.ts';
import { hashOfSources, root } from './sources.ts';

/** What Vitest's JSON reporter says of one case. */
interface CaseReport {
  ancestorTitles: string[];
  title: string;
  status: 'passed' | 'failed' | 'pending' | 'skipped' | 'todo';
  /** See `src/principles/principle.ts`. */
  meta: { finding?: Finding };
}

/** Written by the suite's test files, when they are told where: see `test/protocol.test.ts`. */
interface Facts {
  mongod: string;
}

/** See `test/browser.test.ts`. */
interface BrowserFacts {
  chromium: string;
}

const suites = ['packages/conformance/test/protocol.test.ts', 'packages/conformance/test/browser.test.ts'];

const folder = await mkdtemp(join(tmpdir(), 'conformance-record-'));
const child = { stop: () => {} };
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.stop());
try {
  process.exitCode = await record();
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Runs every case in which Meteor has a part, and the principles on each stack, and writes down what came of it. */
async function record(): Promise<number> {
  const found = await stacks.meteor.find();
  if (!found.found) {
    console.error(`record: Meteor isn't here: ${found.reason}. Remedy: ${found.remedy}.`);
    return 1;
  }
  if (!(await findChromium())) {
    console.error(`record: There is no Chromium on this machine. Remedy: ${chromiumRemedy}.`);
    return 1;
  }
  console.log(`Building apps/meteor with ${found.description}`);
  const build = await stacks.meteor.build({ log: console.log });
  const { versions: meanVersions } = await stacks.mean.build({ log: console.log });
  const sources = await hashOfSources();
  const [report, facts] = [join(folder, 'report.json'), join(folder, 'facts.json')];
  const signal = await runSuite(report, facts);
  if (signal !== null) {
    console.error(`record: ended by ${signal}; nothing was written`);
    return 1;
  }
  const reports = await casesIn(report);
  const cases = verdictsOf(reports);
  const { mongod } = JSON.parse(await readFile(facts, 'utf8')) as Facts;
  const { chromium } = JSON.parse(await readFile(`${facts}.browser`, 'utf8')) as BrowserFacts;
  if ((await hashOfSources()) !== sources) {
    console.error('record: sources were changed during the run; nothing was written. Run it again.');
    return 1;
  }
  const count = (verdict: Verdict) => Object.values(cases).filter((each) => each === verdict).length;
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
  const recording: Recording = {
    date: new Date().toISOString(),
    meteor: build.versions.meteor ?? found.version,
    node: build.nodeVersion,
    mongod,
    chromium,
    platform: `${process.platform} ${process.arch}`,
    sources,
    counts,
    cases,
  };
  const { date, platform } = recording;
  const principles: RecordedPrinciples = {
    ...{ date, command: 'npm run record -w @meteor-vs-mean/conformance' },
    versions: { meteor: build.versions, mean: meanVersions },
    ...{ mongod, chromium, platform, sources },
    findings: { meteor: findingsOf(reports, 'meteor'), mean: findingsOf(reports, 'mean') },
  };
  for (const [path, content] of [
    [recordingPath, recording],
    [principlesPath, principles],
  ] as const) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${JSON.stringify(content, null, 2)}\n`);
  }
  console.log(
    `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped -> ${recordingPath}`,
  );
  return counts.passed > 0 && counts.failed + counts.skipped === 0 ? 0 : 1;
}

/** @returns the signal that ended it, if one did */
function runSuite(report: string, facts: string): Promise<NodeJS.Signals | null> {
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
    running.on('close', (_code, signal) => resolve(signal));
  });
}

async function casesIn(report: string): Promise<CaseReport[]> {
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
    testResults: { assertionResults: CaseReport[] }[];
  };
  return testResults.flatMap(({ assertionResults }) => assertionResults);
}

function findingsOf(reports: CaseReport[], stack: StackName): Finding[] {
  const ours = reports.filter(({ ancestorTitles }) => ancestorTitles[0]?.startsWith(`${stack} `));
  return ours.flatMap(({ meta }) => meta.finding ?? []);
}

function verdictsOf(reports: CaseReport[]): Record<string, Verdict> {
  const ours = reports.filter(({ ancestorTitles }) => ancestorTitles[0]?.includes('meteor'));
  return Object.fromEntries(
    ours.map(({ ancestorTitles, title, status }) => [
      [...ancestorTitles, title].join(' > '),
      status === 'passed' || status === 'failed' ? status : 'skipped',
    ]),
  );
}
