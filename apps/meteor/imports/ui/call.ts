import type { InputOf, MethodName } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';

/** Calls a method of the contract: the stub shows it at once, and what the server refuses is undone and said. */
export function call<Name extends MethodName>(name: Name, input: InputOf<Name>): void {
  Meteor.callAsync(name, input).catch((error: Meteor.Error) => alert(error.reason ?? error.message));
}
