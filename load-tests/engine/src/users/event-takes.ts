import type { Change } from '@meteor-vs-mean/pubsub-client';
import { mismatchOf, take } from './take.ts';
import type { VirtualUser } from './virtual-user.ts';

/** @returns why the event does not match; undefined if it does */
export function eventMismatch(
  user: Pick<VirtualUser, 'context' | 'template'>,
  match: unknown,
  change: Change,
): string | undefined {
  for (const spec of [match ?? []].flat()) {
    const mismatch = mismatchOf(user, spec, partOf(change, spec));
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

/** @throws RunError `capture` if nothing is there */
export function takeFromEvent(
  user: Pick<VirtualUser, 'context' | 'template'>,
  capture: unknown,
  change: Change,
  where: string,
): void {
  for (const spec of [capture ?? []].flat()) take(user, { capture: spec }, partOf(change, spec), where);
}

/**
 * A `path` begins with the number of an argument, as in `deliveries`. `json` begins in the argument, or in the list of
 * arguments if there are several.
 */
function partOf({ args }: Change, spec: unknown): unknown {
  const hasPath = Object.hasOwn(spec as object, 'path');
  return hasPath || args.length !== 1 ? args : args[0];
}
