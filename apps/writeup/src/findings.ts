import { figure } from './figures.ts';
import type { Library } from './library.ts';

/**
 * `<!-- holds: headline.cpu.ratio > 1 -->` on the line before a sentence or a heading that carries a finding: the build
 * fails once the recorded runs contradict it.
 */
export const finding = /^<!-- holds: (.+) -->\n/gm;

const statementForm = /^(\S+) ([<>~]) (\S+)$/;

/**
 * `a > b`: all of a's interval lies above all of b's. `a < b`: below. `a ~ b`: the intervals overlap. Each is the name of
 * a figure or a number; a figure without an interval is its value alone.
 * @returns the references that it was read from
 * @throws one line if it doesn't hold, or is no statement
 */
export function assertFinding(statement: string, library: Library): string[] {
  const [, left = '', relation = '', right = ''] = statementForm.exec(statement) ?? [];
  if (left === '') {
    throw new Error(
      `"${statement}" is no finding: write <!-- holds: full200.cpu.ratio > 1 -->, with >, < or ~`,
    );
  }
  const [a, b] = [sideOf(left, library), sideOf(right, library)];
  const from = [a, b].flatMap((side) => side.from ?? []);
  if (a.unit !== b.unit && a.unit !== undefined && b.unit !== undefined) {
    throw new Error(`"${statement}" compares ${a.text} with ${b.text}: name figures of one unit`);
  }
  if (a.range === null || b.range === null) return from;
  const [[aLow, aHigh], [bLow, bHigh]] = [a.range, b.range];
  const holds = { '>': aLow > bHigh, '<': aHigh < bLow, '~': aLow <= bHigh && bLow <= aHigh }[relation];
  if (holds) return from;
  throw new Error(
    `the recorded runs contradict "${statement}": ${left} is ${a.text}, ${right} is ${b.text}. Rewrite what it stands before`,
  );
}

interface Side {
  text: string;
  /** Null if it isn't recorded yet. */
  range: [low: number, high: number] | null;
  /** Empty without a unit; undefined of a number in the statement, which has that of the other side. */
  unit?: string;
  from?: string;
}

function sideOf(name: string, library: Library): Side {
  if (/^[\d.]+$/.test(name)) return { text: name, range: [Number(name), Number(name)] };
  const { text, from } = figure(library, name);
  if (text === null) return { text: 'not recorded yet', range: null, from };
  const range = rangeIn(text);
  if (range === null) throw new Error(`${name} is "${text}", which begins with no number`);
  return { text, range, unit: unitIn.exec(text)?.[1] ?? '', from };
}

const number = String.raw`([\d,]+(?:\.\d+)?)`;
const value = new RegExp(`^[±]?${number}`);
const unitIn = /^[±]?[\d,.]+ ([a-zµ%]+)/i;
const interval = new RegExp(String.raw`\(95 %: ${number} to ${number}`);

/** `1.79 (95 %: 1.68 to 1.92)` is its interval, `13.6 ms` its value. */
function rangeIn(text: string): [number, number] | null {
  const plain = (one: string | undefined) => Number(one?.replaceAll(',', ''));
  const within = interval.exec(text);
  if (within) return [plain(within[1]), plain(within[2])];
  const alone = value.exec(text);
  return alone ? [plain(alone[1]), plain(alone[1])] : null;
}
