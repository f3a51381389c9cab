import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor } from 'meteor/meteor';
import { Presences } from './collections';

/** The rooms of each open connection's presences, by presence id. */
const ownedBy = new Map<string, Map<string, string>>();

/** Removals in progress for closed connections. */
const leaving = new Set<Promise<unknown>>();

/** @returns undefined for a connection that has closed in the meantime, and for a call by the server itself */
export function ownedOf(connection: Meteor.Connection | null): Map<string, string> | undefined {
  return connection ? ownedBy.get(connection.id) : undefined;
}

export function expiryFromNow(): Date {
  return new Date(Date.now() + limits.presence.expiry_ms);
}

Meteor.onConnection((connection) => {
  const owned = new Map<string, string>();
  ownedBy.set(connection.id, owned);
  connection.onClose(async () => {
    ownedBy.delete(connection.id);
    if (owned.size === 0) return;
    const removal = Presences.removeAsync({ _id: { $in: [...owned.keys()] } });
    leaving.add(removal);
    await removal.finally(() => leaving.delete(removal));
  });
});

/** Renews the presences of all open connections in one write. Those of a crashed server expire. */
async function renew(): Promise<void> {
  const ids = [...ownedBy.values()].flatMap((owned) => [...owned.keys()]);
  if (ids.length === 0) return;
  const renewed = { $set: { expiresAt: expiryFromNow() } };
  await Presences.updateAsync({ _id: { $in: ids } }, renewed, { multi: true });
}

setInterval(() => renew().catch(console.error), limits.presence.renew_ms).unref();

/** Settles when the presences of all closed connections are removed. */
export function allHaveLeft(): Promise<unknown> {
  return Promise.allSettled(leaving);
}
