import type { Bound, OneMore, Turn } from '@meteor-vs-mean/contract';
import { countBelow, limitReached, noTurn, refusalOf } from '@meteor-vs-mean/contract/bound';
import { nearness, turn_s, turnsCollection } from '@meteor-vs-mean/contract/turns';
import { Mongo } from 'meteor/mongo';
import { Random } from 'meteor/random';
import pLimit, { type LimitFunction } from 'p-limit';

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
 * Far from a limit inserts go side by side, a few at a time. Near to it they take turns, among all servers. One that was
 * held up between its count and its insert, by a stopped process or a slow MongoDB, counts again when it is in. What is
 * left: a server that is killed in between leaves a document that may be one too many.
 * @throws ContractError `limit-reached`, `duplicate-id`, `too-many-requests` if no turn came
 */
export async function keepBound(bound: Bound, one: OneMore): Promise<void> {
  try {
    await insertInBound(bound, one);
  } catch (error) {
    throw await refusalOf(error, one);
  }
}

async function insertInBound(bound: Bound, one: OneMore): Promise<void> {
  const { near, sideBySide, slow_ms } = nearness(bound.most);
  let began_ms = 0;
  const isIn = await queued(farFrom, bound.key, sideBySide, async () => {
    began_ms = performance.now();
    if ((await countBelow(bound, one)) >= near) return false;
    await one.insert();
    return true;
  });
  const isLate = isIn ? performance.now() - began_ms > slow_ms : await insertInTurn(bound, one);
  if (isLate) await reconsider(bound, one);
}

/**
 * Among this server's first, then among all servers'.
 * @returns whether it took so long that somebody else may have had the turn as well
 */
function insertInTurn(bound: Bound, one: OneMore): Promise<boolean> {
  return queued(nearTo, bound.key, 1, async () => {
    // Most of those that wait here wait for a last place: they needn't take a turn.
    await countBelow(bound, one);
    const end_ms = performance.now() + (turn_s * 1000) / 2;
    await inTurn(bound.key, async () => {
      await countBelow(bound, one);
      await one.insert();
    });
    return performance.now() > end_ms;
  });
}

/** Of those that are one too many together each waits until the others have gone: it may be the one that stays. */
async function reconsider(bound: Bound, one: OneMore): Promise<void> {
  const isTooMany = async () => (await one.count(bound.most + 1, true)) > bound.most;
  try {
    if (!(await isTooMany())) return;
    await queued(nearTo, bound.key, 1, () =>
      inTurn(bound.key, async () => {
        if (!(await isTooMany())) return;
        await one.takeBack();
        throw limitReached(bound);
      }),
    );
  } catch (error) {
    await one.takeBack(); // also where it can't be said: its caller is told that it failed
    throw error;
  }
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

/**
 * Does something in a turn among all servers.
 * @throws ContractError `too-many-requests` if no turn came
 */
export async function inTurn<T>(key: string, task: () => Promise<T>): Promise<T> {
  const holder = Random.id();
  await take(key, holder);
  try {
    return await task();
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
