import type { InputOf, MethodName } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import { show } from './notices';
import { addPending, removePending } from './pending';
import { isDoneAlready, sentenceOf } from './refusal';

/**
 * A write: its stub shows it at once, as pending. What the server refuses Meteor takes back, and a notice says why.
 * While there is no connection Meteor keeps calls in their order, and sends them once there is one.
 * @param ids of the documents that are pending until it is answered
 */
export async function write<Name extends MethodName>(
  name: Name,
  input: InputOf<Name>,
  ids: readonly string[] = '_id' in input ? [input._id] : [],
): Promise<void> {
  addPending(ids);
  try {
    await Meteor.callAsync(name, input);
  } catch (error) {
    if (!isDoneAlready(name, error as Meteor.Error)) show(sentenceOf(error as Meteor.Error));
  } finally {
    removePending(ids);
  }
}
