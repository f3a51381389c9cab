import { expect, test } from 'vitest';
import { emptyTally, scriptOf } from '../../src/attack/attacker.ts';
import { Dice } from '../../src/attack/grammar/dice.ts';
import { mangled } from '../../src/attack/grammar/values.ts';
import { leakIn } from '../../src/attack/leaks.ts';
import { shrink } from '../../src/attack/shrink.ts';

const target = { url: 'http://127.0.0.1:1', carriers: ['socketio', 'ddp', 'sockjs'] as const };

const scripts = (seed: number) => Array.from({ length: 200 }, (_, n) => scriptOf(seed, n, target));

test('the same seed gives the same frames, and another seed others', () => {
  expect(scripts(1)).toEqual(scripts(1));
  expect(scripts(1)).not.toEqual(scripts(2));
});

test('every carrier has its turn, and most frames are calls that an answer can name', () => {
  const all = scripts(1);
  expect(new Set(all.map(({ carrier }) => carrier))).toEqual(new Set(['socketio', 'ddp', 'sockjs', 'http']));
  const frames = all.filter(({ carrier }) => carrier !== 'http').flatMap((script) => script.frames);
  expect(frames.filter(({ id }) => id !== undefined).length).toBeGreaterThan(frames.length * 0.8);
});

test('a text that is mangled has no half of a character, which a websocket would make another of', () => {
  const dice = new Dice(1);
  const all = Array.from({ length: 200 }, () => mangled('"👩😀"', dice));
  expect(new Set(all).size).toBeGreaterThan(20);
  expect(all.filter((text) => !text.isWellFormed())).toEqual([]);
});

test.for([
  ['a stack', '43["x: at Foo.bar (file:///work/app/src/x.ts:1:2)"]'],
  ['a path', '{"error":"ENOENT /usr/lib/x"}'],
  ['an address of MongoDB', 'connect to mongodb://127.0.0.1:27017 failed'],
  ['a name of an inner error', 'MongoServerError: E11000'],
] as const)('%s in an answer is a leak', ([, text]) => {
  expect(leakIn(text)).toBeDefined();
});

test('what a client sent itself, or reads as prose, is no leak', () => {
  for (const text of ["There is no list '../../etc/passwd'", 'at the end of the day (or so)', '/lists/a']) {
    expect(leakIn(text)).toBeUndefined();
  }
});

test('a sequence that ends something is shrunk to what is needed for it', async () => {
  const whole = Array.from({ length: 50 }, (_, n) => n);
  const found = await shrink(whole, async (part) => part.includes(7) && part.includes(31));
  expect(found).toEqual([7, 31]);
});

test('a sequence that ends nothing by itself stays whole', async () => {
  expect(await shrink([1, 2, 3], async () => false)).toEqual([1, 2, 3]);
  expect(emptyTally().sent).toBe(0);
});
