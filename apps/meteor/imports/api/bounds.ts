import type { Turn } from '@meteor-vs-mean/contract';
import { ContractError } from '@meteor-vs-mean/contract/errors';
import { nearness, turn_s, turnsCollection } from '@meteor-vs-mean/contract/turns';
import { Mongo } from 'meteor/mongo';
import { Random } from 'meteor/random';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Bound } from './insert-within';

/** Whose turn it is to insert near a limit. Nobody subscribes to these. */
export const Turns = new Mongo.Collection<Turn>(turnsCollection);

/** Longest wait for a turn. */
const patience_ms = 5000;

/** What this server inserts far from a limit, a few at a time, and near to it, one after the other; by key. */
const farFrom = new Map<string, LimitFunction>();
const nearTo = new Map<string, LimitFunction>();

/**
 * Inserts if there is place for one more, whatever else comes at once and through whichever server. The documents
 * themselves are counted: a counter beside them would be wrong as soon as somebody else removed one.
 *
 * What isn't bound: an insert whose server was stopped between its look at the clock and MongoDB, for longer than a
 * turn lasts.
 * @param count how many there are; it may stop at `most`, and throw what forbids the insert
 * @throws ContractError `limit-reached`, `too-many-requests` if no turn came
 */
export async function keepBound(
  bound: Bound,
  count: () => Promise<number>,
  insert: () => Promise<unknown>,
): Promise<void> {
  const { near, sideBySide } = nearness(bound.most);
  const isIn = await queued(farFrom, bound.key, sideBySide, async () => {
    if ((await countBelow(bound, count)) >= near) return false;
    await insert();
    return true;
  });
  if (isIn) return;
  await queued(nearTo, bound.key, 1, async () => {
    // Most of those that wait here wait for a last place: they needn't take a turn.
    await countBelow(bound, count);
    await inTurn(bound.key, async (isMine) => {
      await countBelow(bound, count);
      if (!isMine()) throw noTurn();
      await insert();
    });
  });
}

async function countBelow({ most, what }: Bound, count: () => Promise<number>): Promise<number> {
  const found = await count();
  if (found >= most) throw new ContractError('limit-reached', `There may be ${most} ${what} at most`);
  return found;
}

async function queued<T>(
  queues: Map<string, LimitFunction>,
  key: string,
  sideBySide: number,
  task: () => Promise<T>,
): Promise<T> {
  const queue = queues.get(key) ?? pLimit(sideBySide);
  queues.set(key, queue);
  try {
    return await queue(task);
  } finally {
    if (queue.activeCount + queue.pendingCount === 0) queues.delete(key);
  }
}

/** Takes a turn among all servers. @param task learns whether the turn may still be used */
async function inTurn(key: string, task: (isMine: () => boolean) => Promise<void>): Promise<void> {
  const holder = Random.id();
  const end_ms = performance.now() + (turn_s * 1000) / 2;
  await take(key, holder);
  try {
    await task(() => performance.now() < end_ms);
  } finally {
    // Nobody waits for a majority to know that it was given back: if that is lost, it ends by itself.
    await Turns.rawCollection().deleteOne({ _id: key, holder }, { writeConcern: { w: 1 } });
  }
}

async function take(key: string, holder: string): Promise<void> {
  const turn = { _id: key, holder };
  for (const end_ms = performance.now() + patience_ms; performance.now() < end_ms; ) {
    try {
      await Turns.rawCollection().updateOne(
        turn,
        { $currentDate: { since: true } },
        { upsert: true, writeConcern: { w: 'majority' } },
      );
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== 11000) throw error;
      await new Promise((resolve) => setTimeout(resolve, 2 + Math.random() * 8));
    }
  }
  throw noTurn();
}

function noTurn(): ContractError {
  return new ContractError('too-many-requests', 'Too many write here at once: try again');
}
