import type { Dice } from './dice.ts';

/** What no form of a page would send in a field's place. Each is JSON. */
const hostile: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  -0.5,
  2 ** 53,
  '',
  ' ',
  '\u0000',
  '\u200b',
  '\u202e',
  '\ud800',
  '%00',
  '../../etc/passwd',
  "'; return true; //",
  '<img src=x onerror=alert(1)>',
  '__proto__',
  'constructor',
  'toString',
  '$where',
  '$ne',
  'a.b',
  [],
  [[]],
  {},
  { $gt: '' },
  { $ne: null },
  { $where: 'sleep(1000)' },
  { $regex: '(a+)+$' },
  { $date: 0 },
  { $date: 'x' },
  { $date: 1e300 },
  { $binary: '####' },
  { $type: 'oid', $value: 'x' },
  { $type: 'nothing', $value: {} },
  { $escape: { $date: 1 } },
  { $InfNaN: 1 },
  { $RegExp: '(', $Flags: 'g' },
  { length: -1 },
  { toJSON: 1 },
  { _placeholder: true, num: 0 },
  { _placeholder: true, num: -1 },
];

/** Lengths around what the contract allows, and far beyond it. */
const lengths = [0, 1, 40, 41, 64, 65, 100, 101, 500, 501, 2000, 2001, 20_000];

const letters = ['x', 'é', '€', '😀', '\ud83d', '\u200d', ' ', '\n', '"', '\\'];

/** A value that isn't what a field wants, or nearly. */
export function hostileValue(dice: Dice): unknown {
  const kind = dice.weighted([
    ['known', 6],
    ['long', 2],
    ['deep', 1],
    ['many', 1],
  ] as const);
  if (kind === 'known') return dice.pick(hostile);
  if (kind === 'long') return dice.pick(letters).repeat(dice.pick(lengths));
  if (kind === 'many') return Array.from({ length: dice.pick([2, 100, 5000]) }, (_, n) => n);
  let value: unknown = dice.pick(hostile);
  for (let depth = dice.pick([2, 50, 3000]); depth > 0; depth--) value = depth % 2 ? [value] : { a: value };
  return value;
}

/** As letters, but for half of a pair: a websocket can't carry that outside of JSON's escapes. */
const whole = letters.filter((letter) => letter !== '\ud83d');

/** Half of a character: a websocket sends U+FFFD for it, which a server then keeps, as it may. */
const half = /\p{Surrogate}/gu;

/**
 * Changes a text: as a line that was cut, or joined with another one, or has another character in it. Where a character
 * is cut in two, neither half stays.
 */
export function mangled(text: string, dice: Dice): string {
  const at = dice.below(text.length + 1);
  const changed = dice.weighted([
    [text.slice(0, at), 2],
    [text.slice(at), 1],
    [text.slice(0, at) + dice.pick(whole) + text.slice(at), 2],
    [text.slice(0, at) + String.fromCharCode(dice.below(128)) + text.slice(at + 1), 3],
    [text + text, 1],
  ]);
  return changed.replace(half, '');
}
