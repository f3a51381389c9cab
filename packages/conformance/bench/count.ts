/** @param what is counted, in many @throws one line if `--count` is no such number */
export function countFrom(typed: string, what: string): number {
  const count = Number(typed);
  if (!Number.isInteger(count) || count < 1) {
    throw new Error(`--count is '${typed}': it must be a whole number of ${what}, from 1`);
  }
  return count;
}
