/**
 * The fewest of some things that still do what all of them did, by halving: ddmin (Zeller and Hildebrandt, "Simplifying
 * and isolating failure-inducing input", 2002).
 * @param does whether a part does it; it is asked of the whole first
 * @returns the whole if it does it no more: then chance has a part in it
 */
export async function shrink<Thing>(
  whole: readonly Thing[],
  does: (part: readonly Thing[]) => Promise<boolean>,
): Promise<readonly Thing[]> {
  if (!(await does(whole))) return whole;
  let left = whole;
  let parts = 2;
  while (left.length >= 2) {
    const size = Math.ceil(left.length / parts);
    const smaller = await firstWithout(left, size, does);
    if (smaller) {
      left = smaller;
      parts = Math.max(parts - 1, 2);
    } else if (size === 1) {
      break;
    } else {
      parts = Math.min(parts * 2, left.length);
    }
  }
  return left;
}

async function firstWithout<Thing>(
  whole: readonly Thing[],
  size: number,
  does: (part: readonly Thing[]) => Promise<boolean>,
): Promise<readonly Thing[] | undefined> {
  for (let from = 0; from < whole.length; from += size) {
    const part = [...whole.slice(0, from), ...whole.slice(from + size)];
    if (part.length > 0 && (await does(part))) return part;
  }
  return undefined;
}
