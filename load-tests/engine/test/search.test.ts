import { expect, test } from 'vitest';
import {
  type Found,
  type LevelVerdict,
  reached,
  type SearchOptions,
  searchKnee,
} from '../src/capacity/search.ts';

const usual: SearchOptions = { start: 100, most: 10_000, step: 10, precision: 0.1 };

/** Runs a search to its end, with what stands in for the rounds. */
function search(oracle: (level: number) => LevelVerdict, options: Partial<SearchOptions> = {}) {
  const rounds: number[] = [];
  const searching = searchKnee({ ...usual, ...options });
  let next = searching.next();
  while (!next.done) {
    rounds.push(next.value);
    next = searching.next(oracle(next.value));
  }
  return { ...(next.value as Found), rounds };
}

const upTo = (knee: number) => (level: number) => (level <= knee ? 'passed' : 'failed') as LevelVerdict;

/** Seeded, so that the test says the same each time. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test.for([15, 90, 100, 101, 130, 799, 800, 801, 2345, 9999])(
  'finds %i from below, to a tenth, with a bounded number of rounds',
  (knee) => {
    const found = search(upTo(knee));
    expect(found.limitedBy).toBe('latency');
    expect(found.knee).toBeLessThanOrEqual(knee);
    // The next multiple of the step is past a tenth, for the smallest ones.
    expect(knee).toBeLessThan(Math.max(1.1 * (found.knee ?? 0), (found.knee ?? 0) + 10));
    expect(found.rounds.length).toBeLessThan(30);
    // What is reported has passed twice.
    expect(found.rounds.filter((level) => level === found.knee).length).toBe(2);
  },
);

test('goes no further than asked, and says so', () => {
  expect(search(upTo(1e9), { most: 3000 })).toMatchObject({ knee: 3000, limitedBy: 'asked' });
  expect(search(upTo(1e9), { start: 100, most: 50 })).toMatchObject({ knee: 50, limitedBy: 'asked' });
});

test('says that nothing passed', () => {
  expect(search(() => 'failed')).toMatchObject({ knee: null, limitedBy: 'latency' });
  expect(search(() => 'void')).toMatchObject({ knee: null, limitedBy: 'generator' });
});

test('where rounds become void before anything fails the knee is at least what was reached', () => {
  const found = search((level) => (level > 1500 ? 'void' : 'passed'));
  expect(found.limitedBy).toBe('generator');
  expect(found.knee).toBeGreaterThan(1350);
  expect(found.knee).toBeLessThanOrEqual(1500);
});

test('a failure below what was void is the knee all the same', () => {
  const found = search((level) => (level > 1500 ? 'void' : level > 1000 ? 'failed' : 'passed'));
  expect(found).toMatchObject({ limitedBy: 'latency' });
  expect(found.knee).toBeLessThanOrEqual(1000);
  expect(found.knee).toBeGreaterThan(900);
});

test('one bad round of three spoils nothing: neither a failure nor a void one', () => {
  for (const bad of ['failed', 'void'] as const) {
    const seen = new Map<number, number>();
    const found = search((level) => {
      const count = (seen.get(level) ?? 0) + 1;
      seen.set(level, count);
      return count === 1 ? bad : upTo(1000)(level);
    });
    expect(found.knee).toBeGreaterThan(900);
    expect(found.knee).toBeLessThanOrEqual(1000);
  }
});

test('a lucky round on the way up is found out', () => {
  let lucky = true;
  const found = search((level) => {
    if (level !== 1600 || !lucky) return upTo(1000)(level);
    lucky = false;
    return 'passed';
  });
  expect(found.knee).toBeGreaterThan(900);
  expect(found.knee).toBeLessThanOrEqual(1000);
});

test('a search that is broken off has reached what most of its rounds passed: void ones count against it', () => {
  const rounds = (level: number, ...verdicts: LevelVerdict[]) =>
    verdicts.map((verdict) => ({ level, verdict }));
  const [low, middle] = [rounds(100, 'passed'), rounds(200, 'passed', 'failed', 'passed')];
  expect(reached([...low, ...middle, ...rounds(400, 'passed', 'void', 'void')])).toBe(200);
  expect(reached([...low, ...rounds(200, 'passed', 'void')])).toBe(100);
  expect(reached(rounds(100, 'void'))).toBe(null);
});

test('with noise it is near the knee nearly always: rounds within a tenth of it go either way', () => {
  const knees = Array.from({ length: 200 }, (_, seed) => {
    const random = randomOf(seed + 1);
    // Passes in half of the rounds at 1000, in nearly all at 900, in nearly none at 1100.
    return (
      search((level) => (random() < 1 / (1 + Math.exp((level - 1000) / 30)) ? 'passed' : 'failed')).knee ?? 0
    );
  }).sort((a, b) => a - b);
  expect(knees[100]).toBeGreaterThan(900);
  expect(knees[100]).toBeLessThan(1050);
  expect(knees[5]).toBeGreaterThan(800);
  expect(knees[194]).toBeLessThan(1150);
});
