/** NaN for no values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** @returns the median, the mean of the two middle values, or undefined for no values; nulls sort as largest */
export function median(values: readonly (number | null)[]): number | null | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.map((value) => value ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const value = ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2;
  return Number.isFinite(value) ? value : null;
}
