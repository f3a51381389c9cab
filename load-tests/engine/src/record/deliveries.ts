/** Finds the event that showed a write: the first one, after it was sent, that holds a value which it was the first to send. */
import { looksMade } from './ids.ts';
import { type Leaf, leavesOf } from './leaves.ts';
import { contentOf, type EventMessage, isWrite, type Session, type Step } from './session.ts';
import type { Values } from './values.ts';

export interface Shown {
  event: EventMessage;
  /** What was sent. */
  sent: Leaf;
  /** Where it is in the event's arguments. */
  path: readonly string[];
  /** Whether all of the text there is what was sent, and not a part of it. */
  isWhole: boolean;
  /** Whether the value was new with this call, so that each write can have one of its own. */
  isFresh: boolean;
}

/** An event that shows a change of something known comes soon, or another call may have caused it. */
const soon_ms = 2000;

export function deliveriesOf(session: Session, values: Values): Map<Step, Shown> {
  const found = new Map<Step, Shown>();
  for (const [i, step] of session.steps.entries()) {
    if (!isWrite(step) || (step.answer !== undefined && 'code' in step.answer)) continue;
    const later = session.steps.slice(i + 1);
    // What comes over the next connection is its news.
    const end_ms = later.find(({ kind }) => kind === 'connect')?.at_ms ?? Infinity;
    const after = session.events.filter(
      ({ at_ms, namespace }) => at_ms >= step.at_ms && at_ms < end_ms && namespace === step.namespace,
    );
    const until_ms = later.find(isWrite)?.at_ms ?? step.done_ms + soon_ms;
    const shown =
      firstOf(byRank(values.freshOf(step), values), after, true) ??
      firstOf(
        contentOf(step).filter(({ value }) => values.expressionOf(value) !== undefined),
        after.filter(({ at_ms }) => at_ms < until_ms),
        false,
      );
    if (shown !== undefined) found.set(step, shown);
  }
  return found;
}

/** Ids before texts before single words, which may be options of the app. */
function byRank(leaves: readonly Leaf[], values: Values): Leaf[] {
  const rank = ({ key, value }: Leaf) =>
    looksMade(String(value)) || /^_?id$|Id$/.test(key) ? 0 : values.isText(String(value)) ? 1 : 2;
  return [...leaves].sort((one, other) => rank(one) - rank(other));
}

function firstOf(
  leaves: readonly Leaf[],
  events: readonly EventMessage[],
  isFresh: boolean,
): Shown | undefined {
  for (const sent of leaves) {
    for (const event of events) {
      const place = placeIn(event, sent.value);
      if (place !== undefined) return { event, sent, isFresh, ...place };
    }
  }
  return undefined;
}

function placeIn(
  { args, collection }: EventMessage,
  value: unknown,
): Pick<Shown, 'path' | 'isWhole'> | undefined {
  const leaves = leavesOf(args).filter(
    ({ path }) => collection === undefined || !['msg', 'collection'].includes(path[1] as string),
  );
  // DDP writes a dash before an id that could be read as an ObjectID, or begins with a dash.
  const whole = leaves.find(
    (leaf) => leaf.value === value || (collection !== undefined && leaf.value === `-${value}`),
  );
  if (whole !== undefined) return { path: whole.path, isWhole: whole.value === value };
  if (typeof value !== 'string' || value.length < 3) return undefined;
  const part = leaves.find((leaf) => typeof leaf.value === 'string' && leaf.value.includes(value));
  return part && { path: part.path, isWhole: false };
}
