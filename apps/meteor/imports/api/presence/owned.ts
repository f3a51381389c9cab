import type { Meteor } from 'meteor/meteor';
import { Presences } from './collection';

/** A room, and until when somebody is taken to be in it. */
export interface Place {
  roomId: string;
  expiresAt: Date;
}

/** What one connection made, each id with its place. */
const ownedBy = new Map<string, Map<string, Place>>();

/** What is being removed with connections that have closed. */
const leaving = new Set<Promise<unknown>>();

/**
 * The presences that a connection made and still has. It takes them with it when it closes.
 * @returns undefined for a connection that has closed meanwhile
 */
export function ownedOf(connection: Meteor.Connection): Map<string, Place> | undefined {
  return ownedBy.get(connection.id);
}

/** Has a connection's presences end with it. Call for each that opens, before it can call a method. */
export function followConnection(connection: Meteor.Connection): void {
  const owned = new Map<string, Place>();
  ownedBy.set(connection.id, owned);
  connection.onClose(async () => {
    ownedBy.delete(connection.id);
    if (owned.size === 0) return;
    const removal = Presences.removeAsync({ _id: { $in: [...owned.keys()] } });
    leaving.add(removal);
    await removal.finally(() => leaving.delete(removal));
  });
}

/** Settles when nobody is left of those whose connections have closed. */
export function allHaveLeft(): Promise<unknown> {
  return Promise.allSettled(leaving);
}
