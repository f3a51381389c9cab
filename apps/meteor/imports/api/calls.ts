import type { Call } from '@meteor-vs-mean/contract';
import { callPatience_ms, callsCollection, nameOfCall } from '@meteor-vs-mean/contract/calls';
import { Mongo } from 'meteor/mongo';

/** Calls that have an id, and what they were answered with. Nobody subscribes to these. */
export const Calls = new Mongo.Collection<Call>(callsCollection);

/** How long to wait before the answer of a call that is under way is looked for again. */
const pause_ms = 50;

/**
 * Does a call that has an id once, however often and through however many servers it comes.
 * @param callId absent: it is simply done
 * @returns what it was answered with when it was done
 */
export async function once(
  method: string,
  callId: string | undefined,
  userId: string | undefined,
  run: () => Promise<number>,
): Promise<number> {
  if (callId === undefined) return run();
  const _id = nameOfCall(method, callId, userId);
  for (;;) {
    if (await claimed(_id)) return answered(_id, run);
    const call = await Calls.findOneAsync({ _id });
    if (call?.count !== undefined) return call.count;
    if (call && Date.now() - call.since.getTime() > callPatience_ms) {
      await Calls.removeAsync({ _id, since: call.since });
    } else {
      await new Promise((resolve) => setTimeout(resolve, pause_ms));
    }
  }
}

async function claimed(_id: string): Promise<boolean> {
  try {
    await Calls.insertAsync({ _id, since: new Date() });
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === 11000) return false;
    throw error;
  }
}

async function answered(_id: string, run: () => Promise<number>): Promise<number> {
  let count: number;
  try {
    count = await run();
  } catch (error) {
    await Calls.removeAsync({ _id });
    throw error;
  }
  await Calls.updateAsync({ _id }, { $set: { count } });
  return count;
}
