import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Measured, RunManifest } from '../../src/results/index.ts';
import type { Experiment, Facts, Order } from '../../src/run/index.ts';
import { run } from '../../src/run/index.ts';

/** A round that needs no stack. */
interface Planned {
  of: string;
}
interface Session {
  order?: Partial<Order>;
  rounds?: () => Iterable<Planned>;
  /** Number of the round that Ctrl-C stops. */
  stoppedIn?: number;
  /** Whether a contestant can't be started. */
  fails?: (of: string, number: number) => boolean;
  /** What happens when a manifest is made with so many rounds. */
  facts?: (measured: number, stop: AbortController) => void;
}

let folder: string;
let place: string;
let growing: string;
let said: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'interrupted-test-'));
  place = path.join(folder, 'run');
  growing = path.join(folder, '.run.growing');
  said = [];
  // What a run has in the temporary folder is found there.
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const some = (count: number) => () => Array.from({ length: count }, () => ({ of: 'a' }));
const manifestIn = async (of: string): Promise<RunManifest> =>
  JSON.parse(await readFile(path.join(of, 'manifest.json'), 'utf8'));
const roundsIn = async (of: string) =>
  (await readFile(path.join(of, 'rounds.jsonl'), 'utf8')).split('\n').length - 1;

/** @returns what `run` does */
async function session({ order, rounds = some(4), stoppedIn, fails, facts }: Session) {
  const stop = new AbortController();
  const notRun: string[] = [];
  const experiment: Experiment<Planned> = {
    rounds,
    total: null,
    describe: ({ of }) => of,
    contestant: ({ of }) => of,
    async measure({ of }, number) {
      if (number === stoppedIn) stop.abort(new Error('Stopped'));
      stop.signal.throwIfAborted();
      if (fails?.(of, number)) throw new Error('it does not start');
      const started = new Date().toISOString();
      return {
        round: { round: number, started, verdict: 'valid', reasons: [], kind: 'sample', contestant: of },
      } as unknown as Measured;
    },
    facts: async ({ length }) => {
      facts?.(length, stop);
      const nothing = { needed: [], comparisons: [], claims: [], tables: [], contestants: [], figures: [] };
      return { plan: { ...nothing, notRun } } as unknown as Facts;
    },
    async leavesOut({ of }) {
      notRun.push(of);
      return true;
    },
  };
  const asked: Order = {
    kind: 'experiment',
    experiment: 'attack',
    size: 'full',
    seed: 1,
    command: 'npm run attack -- --full',
    options: {},
    out: place,
    ...order,
  };
  const progress = { step() {}, say: (line: string) => said.push(line), done() {} };
  return run(asked, async () => experiment, { progress, signal: stop.signal });
}

test('a full run that is stopped leaves its rounds in its place', async () => {
  const outcome = await session({ stoppedIn: 3 });
  expect(outcome).toMatchObject({ ended: 'interrupted', summary: { measured: 2 } });
  expect(await manifestIn(place)).toMatchObject({ ended: 'interrupted' });
  expect(await roundsIn(place)).toBe(2);
  expect(await readdir(folder)).toEqual(['run']);
});

test.for([
  ['full', 1],
  ['quick', 3],
] as const)('a %s run that is stopped in round %d leaves nothing', async ([size, stoppedIn]) => {
  await expect(session({ order: { size }, stoppedIn })).rejects.toThrow('Stopped');
  expect(said).toEqual(['Nothing of the run is left behind']);
  expect(await readdir(folder)).toEqual([]);
});

test('a full run keeps its rounds, whatever prevents its end', async () => {
  const fails = (measured: number) => {
    if (measured === 4) throw new Error('no space left');
  };
  await expect(session({ facts: fails })).rejects.toThrow('no space left');
  expect(said).toEqual([`Its 4 rounds are kept in ${path.relative('', growing)}`]);
  expect(await readdir(folder)).toEqual(['.run.growing']);
  // It was noted before the first round, so that it can be read.
  expect(await manifestIn(growing)).toMatchObject({ ended: 'interrupted' });
  expect(await roundsIn(growing)).toBe(4);
});

test('Ctrl-C after the last round changes nothing', async () => {
  const isLate = (measured: number, stop: AbortController) => {
    if (measured === 4) stop.abort(new Error('Stopped'));
  };
  expect(await session({ facts: isLate })).toMatchObject({ ended: 'complete', summary: { measured: 4 } });
});

test('a contestant that can’t be started is left out, and keeps the rounds that it had before', async () => {
  const rounds = () => [...'abcabcabc'].map((of) => ({ of }));
  const last = await session({ rounds, fails: (of, number) => of === 'b' && number > 2 });
  expect(last).toMatchObject({ ended: 'complete', summary: { measured: 7 } });
  const lines = await readFile(path.join(place, 'rounds.jsonl'), 'utf8');
  expect(lines.match(/(?<="contestant":")\w/g)?.join('')).toBe('abcacac');
  expect((await manifestIn(place)).plan).toMatchObject({ notRun: ['b'] });
});
