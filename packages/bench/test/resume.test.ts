import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '@meteor-vs-mean/process';
import type { GridManifest } from '@meteor-vs-mean/results';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Experiment, MeasuredRound, Order, SoFar } from '../src/index.ts';
import { run } from '../src/index.ts';

/** A round of a minute, which needs no stack. */
interface Planned {
  of: string;
}
interface Session {
  order?: Partial<Order<GridManifest>>;
  rounds?: (sofar: SoFar) => Iterable<Planned>;
  /** Number of the round that Ctrl-C stops, and of the one in which the process is killed. */
  stoppedIn?: number;
  killedIn?: number;
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
  folder = await mkdtemp(path.join(tmpdir(), 'resume-test-'));
  place = path.join(folder, 'run');
  growing = path.join(folder, '.run.growing');
  said = [];
  // What a killed session has in the temporary folder stays there.
  vi.stubEnv('TMPDIR', folder);
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const some = (count: number) => () => Array.from({ length: count }, () => ({ of: 'a' }));
const aDay = () => vi.advanceTimersByTime(86_400_000);
const manifestIn = async (of: string): Promise<GridManifest> =>
  JSON.parse(await readFile(path.join(of, 'manifest.json'), 'utf8'));
const roundsIn = async (of: string) =>
  (await readFile(path.join(of, 'rounds.jsonl'), 'utf8')).split('\n').length - 1;

/** @returns what `run` does; null if the process is killed meanwhile: nobody owns what it leaves */
async function session({ order, rounds = some(4), stoppedIn, killedIn, fails, facts }: Session) {
  const stop = new AbortController();
  const killed = Promise.withResolvers<null>();
  const notRun: string[] = [];
  const experiment: Experiment<Planned, MeasuredRound, GridManifest, { rounds: number }> = {
    rounds,
    total: null,
    describe: ({ of }) => of,
    contestant: ({ of }) => of,
    isRoundOf: ({ of }, { round }) => 'of' in round && round.of === of,
    async measure({ of }, number) {
      if (number === stoppedIn) stop.abort(new Error('Stopped'));
      stop.signal.throwIfAborted();
      if (number === killedIn) {
        killed.resolve(null);
        return new Promise<never>(() => {});
      }
      if (fails?.(of, number)) throw new Error('it does not start');
      const round = {
        round: number,
        started: new Date().toISOString(),
        verdict: 'valid' as const,
        reasons: [],
        of,
      };
      vi.advanceTimersByTime(60_000);
      return { round };
    },
    facts: async ({ length }) => {
      facts?.(length, stop);
      return { plan: { notRun } } as unknown as GridManifest;
    },
    async leavesOut({ of }) {
      notRun.push(of);
      return true;
    },
    goesOnWithout({ plan }) {
      const before = (plan as unknown as { notRun: string[] }).notRun;
      notRun.push(...before);
      return before;
    },
    summarise: (_, measured) => ({ rounds: measured.length }),
  };
  const asked: Order<GridManifest> = {
    kind: 'attack',
    experiment: 'attack',
    size: 'full',
    seed: 1,
    command: 'npm run attack -- --full',
    options: {},
    sources: [],
    out: place,
    resume: undefined,
    ...order,
  };
  const progress = { step() {}, say: (line: string) => said.push(line), done() {} };
  const running = run(asked, async () => experiment, { progress, signal: stop.signal });
  const outcome = await Promise.race([running, killed.promise]);
  // No process has such a number.
  if (outcome === null) await writeFile(path.join(growing, 'owner'), String(2 ** 30));
  return outcome;
}

test('the nights between its sessions are not in the time that a run takes', async () => {
  function* forFiveMinutes(sofar: SoFar) {
    while (sofar.elapsed_s() < 300) yield { of: 'a' };
  }
  await session({ rounds: forFiveMinutes, stoppedIn: 3 });
  aDay();
  await session({ order: { resume: place }, rounds: forFiveMinutes, killedIn: 4 });
  aDay();
  await session({ order: { resume: growing }, rounds: forFiveMinutes, stoppedIn: 5 });
  aDay();
  const last = await session({ order: { resume: place }, rounds: forFiveMinutes });
  // Of a session that was killed nobody knows how long its last round took: the sixth stands for it.
  expect(last).toMatchObject({ ended: 'complete', summary: { rounds: 6 } });
  expect(await roundsIn(place)).toBe(6);
  const pauses = (await manifestIn(place)).pauses?.map(({ afterRound }) => afterRound);
  expect(pauses).toEqual([2, 3, 4]);
});

test('a run that would take other rounds now is not gone on with, and stays as it was', async () => {
  await session({ stoppedIn: 4 });
  const resume = { order: { resume: place } };
  await expect(session({ ...resume, rounds: some(2) })).rejects.toThrow('3 rounds were measured, and only 2');
  await expect(session({ ...resume, rounds: () => [{ of: 'b' }] })).rejects.toThrow('so begin anew');
  expect(await roundsIn(place)).toBe(3);
  expect(await session(resume)).toMatchObject({ ended: 'complete', summary: { rounds: 4 } });
});

test('what a killed session has added is gone on with, whichever of the two folders is named', async () => {
  await session({ stoppedIn: 2 });
  for (const [killedIn, named] of [
    [2, place],
    [3, growing],
    [4, place],
  ] as const) {
    await session({ order: { resume: named }, killedIn });
    expect(said).toContain(`Going on after ${Math.max(1, killedIn - 2)} rounds`);
    expect(await roundsIn(growing)).toBe(killedIn - 1);
  }
  await writeFile(path.join(growing, 'manifest.json'), '{"format":3,"id":"of another"}');
  await expect(session({ order: { resume: place } })).rejects.toThrow('has 3 rounds of another run than');
});

test('a run that was killed in the middle of a line goes on with the rounds before it', async () => {
  await session({ killedIn: 3 });
  await appendFile(path.join(growing, 'rounds.jsonl'), '{"round":3,"sta');
  const resume = { order: { resume: growing } };
  expect(await session(resume)).toMatchObject({ ended: 'complete', summary: { rounds: 4 } });
  expect(said).toContain('Going on after 2 rounds');
});

test('a run whose sources have changed meanwhile is not gone on with, and a changed work tree is told', async () => {
  const source = path.join(folder, 'source.ts');
  const sources = [path.relative(root, source)];
  await writeFile(source, 'first();');
  await session({ order: { sources }, stoppedIn: 3 });
  const resume = { order: { sources, resume: place } };
  await writeFile(source, 'second();');
  await expect(session(resume)).rejects.toThrow('what it measures has changed since: take the changes in');
  await writeFile(source, 'first(); // and its comment');
  const manifest = await manifestIn(place);
  const git = manifest.git && { ...manifest.git, modified: true };
  await writeFile(path.join(place, 'manifest.json'), JSON.stringify({ ...manifest, git }));
  expect(await session(resume)).toMatchObject({ ended: 'complete', summary: { rounds: 4 } });
  expect((await manifestIn(place)).git).toEqual(git);
});

test('what a full run has measured is kept, whatever prevents its end', async () => {
  const fails = (measured: number) => {
    if (measured === 4) throw new Error('no space left');
  };
  await expect(session({ facts: fails })).rejects.toThrow('no space left');
  expect(said).toContain(`Its 4 rounds are kept: go on with --resume ${path.relative('', growing)}`);
  const isStopped = (measured: number, stop: AbortController) => {
    if (measured < 4) return;
    stop.abort(new Error('Stopped'));
    stop.signal.throwIfAborted();
  };
  const again = { order: { resume: growing }, facts: isStopped };
  await expect(session(again)).rejects.toThrow('Stopped');
  expect(said).toContain(`The 4 rounds before stay in ${growing}`);
  const comesLate = (_: number, stop: AbortController) => stop.abort(new Error('Stopped'));
  await session({ order: { resume: growing }, facts: comesLate });
  expect(await roundsIn(place)).toBe(4);
});

test('of a short run that is stopped nothing is left behind', async () => {
  await expect(session({ order: { size: 'quick' }, stoppedIn: 3 })).rejects.toThrow('Stopped');
  expect(said).toEqual(['Nothing of the run is left behind']);
  expect(await readdir(folder)).toEqual([]);
});

test('a contestant that was left out stays so when the run goes on, with the rounds that it had before', async () => {
  const rounds = () => [...'abcabcabc'].map((of) => ({ of }));
  const fails = (of: string, number: number) => of === 'b' && number > 2;
  await session({ rounds, fails, killedIn: 6 });
  await session({ rounds, order: { resume: growing }, killedIn: 7 });
  const last = await session({ rounds, order: { resume: growing } });
  expect(last).toMatchObject({ ended: 'complete', summary: { rounds: 7 } });
  expect((await readFile(path.join(place, 'rounds.jsonl'), 'utf8')).match(/(?<="of":")\w/g)?.join('')).toBe(
    'abcacac',
  );
  expect((await manifestIn(place)).plan).toEqual({ notRun: ['b'] });
});
