import type { InputOf, MethodName } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import { dismiss, show } from './notices';
import { addPending, removePending } from './pending';
import { isDoneAlready, sentenceOf, waitOf } from './refusal';

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
    await send(name, input, !Meteor.status().connected);
  } catch (error) {
    if (!isDoneAlready(name, error as Meteor.Error)) show(sentenceOf(error as Meteor.Error));
  } finally {
    removePending(ids);
  }
}

/** As Meteor.callAsync, but the method's stub has run before this returns: what it wrote is in the next frame. */
export function call<Name extends MethodName>(name: Name, input: InputOf<Name>): Promise<void> {
  return new Promise((resolve, reject) => {
    Meteor.apply(name, [input], {}, (error?: unknown) => (error ? reject(error) : resolve()));
  });
}

/** The end of the server's 10 s, for all that it refused in them: so that they go out in their order. */
let pause: Promise<void> | undefined;

/** What was typed offline may be more than the server takes at once: the rest is for it to take later. */
async function send<Name extends MethodName>(
  name: Name,
  input: InputOf<Name>,
  wasOffline: boolean,
): Promise<void> {
  for (;;) {
    try {
      return await call(name, input);
    } catch (error) {
      const wait_ms = waitOf(error as Meteor.Error);
      if (!wasOffline || wait_ms === undefined) throw error;
      // Meteor has taken the stub's part back already.
      if (!pause) show('That is more than the server takes at once: it is sent again in a moment');
      pause ??= new Promise<void>((resolve) => setTimeout(resolve, wait_ms)).then(() => {
        pause = undefined;
        dismiss();
      });
      await pause;
    }
  }
}
