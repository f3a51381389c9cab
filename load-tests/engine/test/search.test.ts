import { expect, test } from 'vitest';
import { type LevelVerdict, reached, type SearchOptions, searchLevels } from '../src/capacity/search.ts';

const usual: SearchOptions = { start: 100, most: 10_000, precision: 0.05 };

/** Runs a search to its end; `oracle` is the app. */
function search(oracle: (level: number) => LevelVerdict, options: Partial<SearchOptions> = {}) {
  const rounds: number[] = [];
  const searching = searchLevels({ ...usual, ...options });
  let next = searching.next();
  while (!next.done) {
    rounds.push(next.value);
    next = searching.next(oracle(next.value));
  }
  return { ...next.value, rounds };
}

const upTo = (limit: number) => (level: number) => (level <= limit ? 'passed' : 'failed') as LevelVerdict;

/** Seeded, so that the test says the same each time. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test.for([1, 7, 15, 90, 100, 101, 130, 799, 800, 801, 2345, 9999])(
  'finds %i within 5 %%, or to the next whole number, with a bounded number of rounds',
  (limit) => {
    const { held, beyond, rounds } = search(upTo(limit));
    expect(held).toBeLessThanOrEqual(limit);
    expect(limit).toBeLessThan(Math.max(1.06 * (held ?? 0), (held ?? 0) + 1));
    expect(beyond).toBeGreaterThan(limit);
    expect(rounds.length).toBeLessThan(32);
    // Both levels that decide were tried twice.
    expect(rounds.filter((level) => level === held)).toHaveLength(2);
    expect(rounds.filter((level) => level === beyond)).toHaveLength(2);
  },
);

test('tries nothing above the most, and nothing is beyond it then', () => {
  expect(search(upTo(1e9), { most: 3000 })).toMatchObject({ held: 3000, beyond: null });
  expect(search(upTo(1e9), { start: 100, most: 50 })).toMatchObject({ held: 50, beyond: null });
});

test.for(['failed', 'void'] as const)('nothing is held where all rounds are %s', (verdict) => {
  expect(search(() => verdict)).toMatchObject({ held: null, beyond: 1 });
});

test('void rounds end the way up as failures do', () => {
  const found = search((level) => (level > 1500 ? 'void' : 'passed'));
  expect(found.held).toBeGreaterThan(1400);
  expect(found.held).toBeLessThanOrEqual(1500);
});

test('one bad round of three spoils nothing: neither a failure nor a void one', () => {
  for (const bad of ['failed', 'void'] as const) {
    const seen = new Map<number, number>();
    const found = search((level) => {
      const count = (seen.get(level) ?? 0) + 1;
      seen.set(level, count);
      return count === 1 ? bad : upTo(1000)(level);
    });
    expect(found.held).toBeGreaterThan(940);
    expect(found.held).toBeLessThanOrEqual(1000);
  }
});

test('a lucky round on the way up is found out', () => {
  let lucky = true;
  const found = search((level) => {
    if (level !== 1600 || !lucky) return upTo(1000)(level);
    lucky = false;
    return 'passed';
  });
  expect(found.held).toBeGreaterThan(940);
  expect(found.held).toBeLessThanOrEqual(1000);
});

test('an interrupted search has reached what most of its rounds passed: void ones count against it', () => {
  const rounds = (level: number, ...verdicts: LevelVerdict[]) =>
    verdicts.map((verdict) => ({ level, verdict }));
  const [low, middle] = [rounds(100, 'passed'), rounds(200, 'passed', 'failed', 'passed')];
  expect(reached([...low, ...middle, ...rounds(400, 'passed', 'void', 'void')])).toBe(200);
  expect(reached([...low, ...rounds(200, 'passed', 'void')])).toBe(100);
  expect(reached(rounds(100, 'void'))).toBe(null);
});

test('with noise it is near the limit nearly always: rounds within a tenth of it go either way', () => {
  const found = Array.from({ length: 200 }, (_, seed) => {
    const random = randomOf(seed + 1);
    // Passes in half of the rounds at 1000, in nearly all at 900, in nearly none at 1100.
    return (
      search((level) => (random() < 1 / (1 + Math.exp((level - 1000) / 30)) ? 'passed' : 'failed')).held ?? 0
    );
  }).sort((a, b) => a - b);
  expect(found[100]).toBeGreaterThan(900);
  expect(found[100]).toBeLessThan(1050);
  expect(found[5]).toBeGreaterThan(800);
  expect(found[194]).toBeLessThan(1150);
});
