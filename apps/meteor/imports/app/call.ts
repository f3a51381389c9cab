import type { InputOf, MethodName } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import { show } from './notices';
import { addPending, removePending } from './pending';
import { isDoneAlready, sentenceOf, typedIn } from './refusal';

let unanswered = 0;

/**
 * Calls a method for a write. Its stub shows the write at once, as pending. If the server rejects it, Meteor undoes it
 * and a notice shows the reason. While offline Meteor keeps calls in order and sends them after reconnecting.
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

/** Waiting calls are only in memory, so the browser asks before the page is closed. */
export function askBeforeLeaving(): void {
  addEventListener('beforeunload', (event) => {
    if (unanswered > 0) event.preventDefault();
  });
}
