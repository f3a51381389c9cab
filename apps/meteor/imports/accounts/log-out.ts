import { Meteor } from 'meteor/meteor';
import { hooks } from '../app/hooks';
import { wrapMethod } from './wrap-method';

/** Meteor's own method, before it is counted. */
const { logout } = Meteor.server.method_handlers;

/** A guest's log-out does nothing, so Meteor needn't run its publications again. */
export function guardLogOuts(): void {
  for (const name of ['logout', 'logoutAllClients']) {
    wrapMethod(name, async function (original) {
      if (!this.userId) return;
      hooks.resubscribe(this.connection);
      await original();
    });
  }
}

/** Logs out the caller of a method that was already counted. */
export async function logOut(call: Meteor.MethodThisType): Promise<void> {
  await logout?.call(call);
}
