import { ContractError, limits } from '@meteor-vs-mean/contract';
import { MongoServerError } from 'mongodb';
import type { Account } from '../accounts/sessions.ts';
import { Locks } from '../live/locks.ts';
import type { Writes } from '../live/writes.ts';

/** A connection, while it lasts, and whose it is; a socket is one. */
export interface Caller {
  readonly connected: boolean;
  readonly data: { readonly account?: Account };
}

/**
 * Who is here, by the connection that said so: nobody else may speak for it, and it ends with the connection. What a
 * crashed server leaves in the database has no owner, and expires there.
 */
export class Presences {
  readonly #writes: Writes;
  readonly #owners = new Map<string, Caller>();
  readonly #held = new Map<Caller, Set<string>>();
  /** A connection may close while its beat is under way: the two mustn't overtake each other. */
  readonly #locks = new Locks();

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  /**
   * @param admit throws if there is no place for one more
   * @throws ContractError `not-owner`
   */
  beat(
    caller: Caller,
    { _id, ...place }: { _id: string; roomId: string; nickname: string },
    admit: () => Promise<void>,
  ): Promise<void> {
    return this.#locks.run([_id], async () => {
      const owner = this.#owners.get(_id);
      if (owner && owner !== caller) throw notOwner(_id);
      const fields = { ...place, expiresAt: new Date(Date.now() + limits.presence.expiry_ms) };
      if (owner && (await this.#writes.update('presence', _id, fields))) return;
      await admit();
      try {
        await this.#writes.insert('presence', { _id, ...fields });
      } catch (error) {
        // Another server's, or left behind by one that crashed.
        if (error instanceof MongoServerError && error.code === 11000) throw notOwner(_id);
        throw error;
      }
      if (caller.connected) this.#own(caller, _id);
      else await this.#writes.remove('presence', _id); // it closed while we were at it
    });
  }

  /** @throws ContractError `not-owner` */
  leave(caller: Caller, _id: string): Promise<void> {
    return this.#locks.run([_id], async () => {
      if (this.#owners.get(_id) !== caller) throw notOwner(_id);
      this.#owners.delete(_id);
      this.#held.get(caller)?.delete(_id);
      await this.#writes.remove('presence', _id);
    });
  }

  /** When a connection has closed. */
  async leaveAll(caller: Caller): Promise<void> {
    const ids = [...(this.#held.get(caller) ?? [])];
    await Promise.all(ids.map((id) => this.leave(caller, id)));
    this.#held.delete(caller);
  }

  #own(caller: Caller, _id: string): void {
    this.#owners.set(_id, caller);
    const ids = this.#held.get(caller) ?? new Set();
    this.#held.set(caller, ids.add(_id));
  }
}

function notOwner(_id: string): ContractError {
  return new ContractError('not-owner', `Presence '${_id}' isn't of this connection`);
}
