import type { InputOf, MethodName } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import { show } from './notices';
import { addPending, removePending } from './pending';
import { isDoneAlready, sentenceOf, typedIn } from './refusal';

let unanswered = 0;

/**
 * A write: its stub shows it at once, as pending. Meteor takes back what the server refuses, and a notice says why.
 * While there is no connection Meteor keeps calls in their order, and sends them once there is one.
 * @param ids of the documents that are pending until the server answers
 */
export async function write<Name extends MethodName>(
  name: Name,
  input: InputOf<Name>,
  ids: readonly string[] = '_id' in input ? [input._id] : [],
): Promise<void> {
  addPending(ids);
  unanswered += 1;
  try {
    await Meteor.callAsync(name, input);
  } catch (error) {
    const refusal = error as Meteor.Error;
    if (!isDoneAlready(name, refusal)) show(sentenceOf(refusal), typedIn(input));
  } finally {
    unanswered -= 1;
    removePending(ids);
  }
}

/** Calls that wait are in this page's memory alone: it asks before it is closed. */
export function askBeforeLeaving(): void {
  addEventListener('beforeunload', (event) => {
    if (unanswered > 0) event.preventDefault();
  });
}
