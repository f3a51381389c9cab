import type { Shown } from '@meteor-vs-mean/measure/results';

/** Numbers as people read them. Each says its unit, and `-` is for what was not read. */

const grouped = new Intl.NumberFormat('en-US');

export const whole = (value: number): string => grouped.format(Math.round(value));

/** Of an axis: grouped, and with no more digits than it has. */
export const plain = (value: number): string =>
  value.toLocaleString('en-US', { maximumSignificantDigits: 6 });

/** Three significant digits at least, no more than two after the point: 7.57, 11.3, 1,235. */
export function short(value: number): string {
  const size = Math.abs(value);
  if (size >= 99.95) return whole(value);
  return value.toFixed(size >= 9.995 ? 1 : 2);
}

/** In the figure's own unit, without saying it. */
export function bare(value: number, { scale, digits }: Omit<Shown, 'unit'>): string {
  if (digits === undefined) return short(value * scale);
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return (value * scale).toLocaleString('en-US', places);
}

/**
 * From 1,000 ms on in seconds.
 * @param value undefined: not measured; null: it never came
 */
export function show(value: number | null | undefined, shown: Shown): string {
  if (value === undefined) return '-';
  if (value === null) return 'beyond the drain';
  const { unit, scale } = shown;
  if (unit === 'ms' && value * scale >= 999.5) return `${short((value * scale) / 1000)} s`;
  return `${bare(value, shown)} ${unit}`;
}

export function milliseconds(value: number | null | undefined): string {
  return show(value, { unit: 'ms', scale: 1 });
}

export const times = (value: number): string => short(value);

export function range(low: number, high: number): string {
  return `${times(low)} to ${times(high)}`;
}

/** @param value 0 to 1 */
export function percent(value: number | null | undefined, digits = 1): string {
  return value == null ? '-' : `${(100 * value).toFixed(digits)} %`;
}

/** Of a share that must not be rounded to nothing: `0.02 %`, `less than 0.01 %`. */
export function smallPercent(value: number): string {
  if (value === 0) return '0 %';
  if (value < 0.0001) return 'less than 0.01 %';
  return `${(100 * value).toFixed(value < 0.1 ? 2 : 0)} %`;
}

export function megabytes(value: number | null | undefined): string {
  return show(value ?? undefined, { unit: 'MB', scale: 1e-6, digits: 0 });
}

export function kilobytes(value: number | null | undefined): string {
  return show(value ?? undefined, { unit: 'KB', scale: 1e-3, digits: 1 });
}

export function gigabytes(value: number): string {
  return `${(value / 1e9).toFixed(0)} GB`;
}

export function fixed(value: number | null | undefined, digits = 1): string {
  return value == null ? '-' : value.toFixed(digits);
}

/** `1 pair`, `3 pairs`. */
export function count(number: number, noun: string): string {
  return `${whole(number)} ${noun}${number === 1 ? '' : 's'}`;
}

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];

/** As in a sentence: `three pairs`, `12 pairs`. */
export function countInWords(number: number, noun: string): string {
  return `${words[number] ?? whole(number)} ${noun}${number === 1 ? '' : 's'}`;
}

export function capital(sentence: string): string {
  return sentence.replace(/^./, (letter) => letter.toUpperCase());
}

/** `a, b and c`. */
export function list(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** Digits that a chart's table, its CSV and the chart itself all have: five significant ones. */
export function drawn(value: number): number {
  return value === 0 || !Number.isFinite(value) ? value : Number(value.toPrecision(5));
}

export function duration(from: string, to: string): string {
  const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1000);
  if (!Number.isFinite(seconds)) return '-';
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${(minutes / 60).toFixed(1)} hours`;
}

/** `2026-11-21 04:42 UTC`. */
export function moment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
