import type { InputOf, MethodName } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';

type Stubs = {
  [Name in MethodName]?: (input: InputOf<Name>, userId: string | undefined) => void;
};

/**
 * What methods of the contract write in the browser until the server answers. They aren't the server's methods run once
 * more: those are asynchronous, and such a stub Meteor puts into a queue, where its row waits for a frame or two.
 */
export function defineStubs(stubs: Stubs): void {
  for (const [name, stub] of Object.entries(stubs)) {
    Meteor.methods({
      [name](this: Meteor.MethodThisType, input: unknown) {
        (stub as (...args: unknown[]) => void)(input, this.userId ?? undefined);
      },
    });
  }
}
