import type { InputOf, MethodName } from '@meteor-vs-mean/contract';
import { sentences } from '@meteor-vs-mean/contract/sentences';
import { Meteor } from 'meteor/meteor';
import { Random } from 'meteor/random';
import { show } from './notices';
import { addPending, removePending } from './pending';
import { type Mark, sessionEnded } from './queue/gate';
import { begin, type Call, end, leave } from './queue/queue';
import { isDoneAlready, sentenceOf, typedIn } from './refusal';

/**
 * A write: its stub shows it at once, as pending. What the server refuses Meteor takes back, and a notice says why.
 * While there is no connection Meteor keeps calls in their order, and sends them once there is one.
 * @param ids of the documents that are pending until it is answered
 */
export function write<Name extends MethodName>(
  name: Name,
  input: InputOf<Name>,
  ids: readonly string[] = '_id' in input ? [input._id] : [],
): Promise<void> {
  return make(begin({ name, input: doesMany(name) ? { ...input, callId: Random.id() } : input, ids }));
}

/** Makes a call whose beginning was noted, until its end. */
export async function make(noted: Call): Promise<void> {
  const { name, input, ids, userId, isLate } = noted;
  addPending(ids);
  try {
    await call(name, input as InputOf<typeof name>, { userId, isLate });
  } catch (error) {
    const refusal = error as Meteor.Error;
    if (refusal.error === sessionEnded) show((await leave(noted)) ? sentences.leftBehind : sentences.notSent);
    else if (!isDoneAlready(name, refusal)) show(sentenceOf(refusal), typedIn(input));
  } finally {
    removePending(ids);
    end(noted);
  }
}

/**
 * As Meteor.callAsync, but the method's stub has run before this returns: what it wrote is in the next frame.
 * @param mark what the gate to the server has to know of it
 */
export function call<Name extends MethodName>(
  name: Name,
  input: InputOf<Name>,
  ...mark: [Mark?]
): Promise<void> {
  return new Promise((resolve, reject) => {
    Meteor.apply(name, [input, ...mark], {}, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}

/** Made a second time, because its answer was lost, it would do more than was meant: the server knows it by an id. */
function doesMany(name: MethodName): boolean {
  return name === 'todos.setAllDone' || name === 'todos.removeDone';
}
