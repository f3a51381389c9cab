import { mean } from '@meteor-vs-mean/stats';
import type { Trail } from './trail.ts';

/** When each thing of a write happened, in milliseconds from the key or the click. */
export interface Marks extends Partial<Trail> {
  /** The row in the browser that wrote. */
  ownRow: number;
  /** That row is marked as pending no more. */
  confirmed?: number;
  /** The row in the other browser. */
  row: number;
}

export type Mark = keyof Marks;

/** From one mark to another one. */
export interface Step {
  /** `act-call`: the figure's name is `act-call_ms`. */
  key: string;
  title: string;
  from: Mark | 'act';
  to: Mark;
}

const step = (from: Mark | 'act', to: Mark, title: string): Step => ({
  key: `${from}-${to}`,
  title,
  from,
  to,
});

const onTheWay: readonly Mark[] = ['call', 'check', 'write', 'learned', 'change', 'row'];

/** Steps of the way to the other browser. An app that asks nothing before it writes goes from the call to the write. */
export const way: readonly Step[] = [
  step('act', 'call', 'the page, until its call is at the app'),
  step('call', 'check', 'the app, until it asks MongoDB whether it may write'),
  step('check', 'write', 'those questions, until the command that writes leaves'),
  step('call', 'write', 'the app, until the command that writes leaves'),
  step('write', 'learned', 'MongoDB, until it tells the app of the write'),
  step('learned', 'change', 'the app, until the change leaves for the other browser'),
  step('change', 'row', 'the other page, until its row is there'),
];

/** What happens beside it, from the act on. */
export const moments: readonly Step[] = [
  step('act', 'ownRow', 'the own row is there'),
  step('act', 'acknowledged', 'MongoDB acknowledges the command that writes'),
  step('act', 'change', 'the change leaves for the other browser'),
  step('act', 'answer', 'the method’s result leaves the app'),
  step('act', 'confirmed', 'the own row is pending no more'),
];

/** What happens beside it, from another moment on. */
export const beside: readonly Step[] = [
  step('write', 'acknowledged', 'MongoDB, until it acknowledges the command that writes'),
  step(
    'acknowledged',
    'learned',
    'from the acknowledgement until the app is told; less than zero: before it',
  ),
];

/**
 * Means over all writes of a round, in milliseconds: those of the steps add up to that of the whole.
 * @param traced through relays, and `plain` without
 */
export function figuresOf(traced: readonly Marks[], plain: readonly Marks[]): Record<string, number> {
  const whole_ms = mean(traced.map(({ row }) => row));
  const plain_ms = mean(plain.map(({ row }) => row));
  const marks = onTheWay.filter((mark) => traced.every((write) => write[mark] !== undefined));
  const taken = marks.map((to, n) => `${marks[n - 1] ?? 'act'}-${to}`);
  const steps = [...way.filter(({ key }) => taken.includes(key)), ...moments, ...beside];
  return {
    plain_ms,
    whole_ms,
    relaysAdd_ms: whole_ms - plain_ms,
    ...Object.fromEntries(
      steps.flatMap(({ key, from, to }) => {
        const lengths = lengthsOf(traced, from, to);
        return lengths.length === 0 ? [] : [[`${key}_ms`, mean(lengths)]];
      }),
    ),
  };
}

/** Of the writes that have both marks. */
function lengthsOf(writes: readonly Marks[], from: Mark | 'act', to: Mark): number[] {
  return writes.flatMap((marks) => {
    const [start, end] = [from === 'act' ? 0 : marks[from], marks[to]];
    return start === undefined || end === undefined ? [] : [end - start];
  });
}
