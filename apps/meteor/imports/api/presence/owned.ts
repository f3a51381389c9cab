import type { Meteor } from 'meteor/meteor';
import { Presences } from './collection';

/** What one connection made, each id with its room. */
const ownedBy = new Map<string, Map<string, string>>();

/**
 * The presences that a connection made and still has. It takes them with it when it closes.
 * @returns undefined for a connection that has closed meanwhile
 */
export function ownedOf(connection: Meteor.Connection): Map<string, string> | undefined {
  return ownedBy.get(connection.id);
}

/** Has a connection's presences end with it. Call for each that opens, before it can call a method. */
export function followConnection(connection: Meteor.Connection): void {
  const owned = new Map<string, string>();
  ownedBy.set(connection.id, owned);
  connection.onClose(async () => {
    ownedBy.delete(connection.id);
    if (owned.size > 0) await Presences.removeAsync({ _id: { $in: [...owned.keys()] } });
  });
}
