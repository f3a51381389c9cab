import type { Ratios } from '@meteor-vs-mean/stats';
import type { Cell } from './document.ts';
import { figureLabel } from './figures.ts';
import { count, list, percent, range, times } from './numbers.ts';
import type { Summary } from './results.ts';

/** Whether a ratio says that two contestants differ. */
export interface Judgement {
  /** `more`: the first needs more than the second. */
  seen: 'more' | 'less' | 'none';
  /** Why no difference is seen; empty when one is. */
  because: string;
}

/**
 * A difference is seen when the ratio lies outside the noise floor, and its interval (or, without one, every pair) on
 * one side of 1.
 */
export function judge(ratios: Ratios, floor: number | undefined): Judgement {
  const none = (because: string): Judgement => ({ seen: 'none', because });
  const { each, mean, interval } = ratios;
  if (each.length === 0) return none('no pair has both figures');
  if (times(mean) === '1.00') return none('it rounds to 1');
  if (floor !== undefined && mean <= floor && mean >= 1 / floor) {
    return none(`inside the noise floor of ±${floorShare(floor)}`);
  }
  const [low, high] = interval ? [interval.low, interval.high] : [ratios.low, ratios.high];
  if (low <= 1 && high >= 1) return none(interval ? 'the interval holds 1' : 'pairs on both sides of 1');
  return { seen: mean > 1 ? 'more' : 'less', because: '' };
}

/** `1.50 (95 %: 1.44 to 1.54)`, or the range of the pairs. */
export function ratioCell(ratios: Ratios | undefined, floor: number | undefined): Cell {
  if (!ratios) return { text: '' };
  const { each, mean, low, high, beyond, interval } = ratios;
  if (beyond > 0) {
    const of = count(each.length + beyond, 'pair');
    return { text: 'beyond the drain', sub: `in ${beyond} of ${of}`, tone: 'bad' };
  }
  const { seen } = judge(ratios, floor);
  return {
    text: times(mean),
    sub: interval
      ? `95 %: ${range(interval.low, interval.high)}`
      : each.length === 1
        ? '1 pair'
        : range(low, high),
    ...(seen === 'none' ? { remark: 'no difference seen', tone: 'faint' } : {}),
  };
}

/** `4 %` of 1.04. */
export function floorShare(floor: number): string {
  return percent(floor - 1, floor < 1.0995 ? 1 : 0).replace('.0 ', ' ');
}

/**
 * The floor that a run's ratios are held against. A control's own stand by their intervals alone: the floor is made
 * of them, and would hide a bench that favours one side.
 */
export function floorFor({ floor, experiment }: Pick<Summary, 'floor' | 'experiment'>, figure: string) {
  return experiment === 'control' ? undefined : floor?.figures[figure];
}

/** What stands under every table. @param names of the figures that the table has ratios of */
export function floorSentence(
  { floor, experiment }: Pick<Summary, 'floor' | 'experiment'>,
  names: readonly string[],
): string {
  if (!floor && experiment === 'control') return 'Noise floor: how far the A/A’s own ratios lie from 1.';
  if (!floor) {
    return (
      'Noise floor: not known. No A/A run over such a network was found, so nothing says how small a difference could be noise: ' +
      'npm run compare -- --control finds out (with the same --latency, if any).'
    );
  }
  const found = names.flatMap((name) => {
    const share = floor.figures[name];
    return share === undefined ? [] : [`${figureLabel(name)} within ±${floorShare(share)}`];
  });
  const where = floor.sameMachine ? '' : ' (another machine)';
  if (found.length === 0) return `Noise floor: the A/A of ${floor.folder}${where} has none of these figures.`;
  const of = floor.of
    ? ` (${floor.of.pairs} pairs of ${floor.of.duration_s} s, ${floor.of.clients} subscribers, ${floor.of.rate} writes/s)`
    : '';
  return (
    `Noise floor, A/A of ${floor.folder}${where}${of}: ${list(found)}. ` +
    (experiment === 'control'
      ? 'Other runs hold their differences against it; those above stand by their intervals.'
      : 'A difference inside it is called "no difference seen".')
  );
}
