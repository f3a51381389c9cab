import { Meteor } from 'meteor/meteor';
import { hooks } from '../app/hooks';
import { wrapMethod } from './wrap-method';

/** Meteor's own, of which nothing is counted. */
const { logout } = Meteor.server.method_handlers;

/** A guest who logs out changes nothing, and nothing begins anew for that. */
export function guardLogOuts(): void {
  for (const name of ['logout', 'logoutAllClients']) {
    wrapMethod(name, async function (original) {
      if (!this.userId) return;
      hooks.resubscribe(this.connection);
      await original();
    });
  }
}

/** Logs the caller of a method out, who was counted before it. */
export async function logOut(call: Meteor.MethodThisType): Promise<void> {
  await logout?.call(call);
}
