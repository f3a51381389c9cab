import { ContractError, limits } from '@meteor-vs-mean/contract';
import { MongoServerError } from 'mongodb';
import type { Account } from '../accounts/sessions.ts';
import { Locks } from '../live/locks.ts';
import type { Doer } from '../live/socket.ts';
import type { Writes } from '../live/writes.ts';

/** A connection, while it lasts, whose it is, and by what it is counted; a socket is one. */
export interface Caller {
  readonly connected: boolean;
  readonly data: { readonly account?: Account; readonly doer: Doer };
}

/** A room, and until when somebody is taken to be in it. */
interface Place {
  readonly roomId: string;
  readonly expiresAt: Date;
}

/**
 * Who is here, by the connection that said so: nobody else may speak for it, and it ends with the connection. What a
 * crashed server leaves in the database has no owner, and expires there.
 */
export class Presences {
  readonly #writes: Writes;
  readonly #owners = new Map<string, Caller>();
  /** Where each connection's are, by id. */
  readonly #held = new Map<Caller, Map<string, Place>>();
  /** A connection may close while its beat is under way: the two mustn't overtake each other. */
  readonly #locks = new Locks();

  constructor(writes: Writes) {
    this.#writes = writes;
  }

  /**
   * @param enter lets it in by calling `put`, if there is place for one more, and throws if not
   * @throws ContractError `not-owner`, `limit-reached`
   */
  beat(
    caller: Caller,
    { _id, roomId, nickname }: { _id: string; roomId: string; nickname: string },
    enter: (put: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    return this.#locks.run([_id], async () => {
      const owner = this.#owners.get(_id);
      if (owner && owner !== caller) throw notOwner(_id);
      const expiresAt = new Date(Date.now() + limits.presence.expiry_ms);
      const before = this.#hold(caller, _id, { roomId, expiresAt });
      const update = () => this.#writes.update('presence', _id, { roomId, nickname, expiresAt });
      // Who has expired, or goes to another room, takes a place there as anybody else; so does whom MongoDB took so long
      // to keep there that others may have had the place.
      const isHere = () => before?.roomId === roomId && before.expiresAt > new Date();
      const hasStayed = isHere() && (await update());
      if (hasStayed && isHere()) return;
      try {
        await enter(async () => {
          if (before && (await update())) return;
          await this.#writes.insert('presence', { _id, roomId, nickname, expiresAt });
        });
      } catch (error) {
        if (hasStayed) await this.#remove(caller, _id);
        else if (before) this.#held.get(caller)?.set(_id, before);
        else this.#release(caller, _id);
        // Another server's, or left behind by one that crashed.
        if (error instanceof MongoServerError && error.code === 11000) throw notOwner(_id);
        throw error;
      }
      if (!caller.connected) await this.#remove(caller, _id); // it closed while we were at it
    });
  }

  /**
   * Of an id that nobody has, nothing is left to do.
   * @param isThere whether somebody has it, on whichever server
   * @throws ContractError `not-owner`
   */
  leave(caller: Caller, _id: string, isThere: (_id: string) => Promise<boolean>): Promise<void> {
    return this.#locks.run([_id], async () => {
      if (this.#owners.get(_id) === caller) await this.#remove(caller, _id);
      else if (this.#owners.has(_id) || (await isThere(_id))) throw notOwner(_id);
    });
  }

  /** When a connection has closed. */
  async leaveAll(caller: Caller): Promise<void> {
    const ids = [...(this.#held.get(caller)?.keys() ?? [])];
    await Promise.all(ids.map((id) => this.#locks.run([id], () => this.#remove(caller, id))));
  }

  /**
   * A place that expired, because it was left without a word, is in nobody's way.
   * @returns where it was before
   * @throws ContractError `limit-reached`
   */
  #hold(caller: Caller, _id: string, place: Place): Place | undefined {
    for (const [id, { expiresAt }] of this.#held.get(caller) ?? []) {
      if (id !== _id && expiresAt < new Date()) this.#release(caller, id);
    }
    const held = this.#held.get(caller) ?? new Map<string, Place>();
    const others = [...held].filter(([id]) => id !== _id);
    if (others.some(([, { roomId }]) => roomId === place.roomId)) {
      throw new ContractError('limit-reached', 'A connection is in a room once');
    }
    if (others.length >= limits.presencesPerConnection) {
      throw new ContractError(
        'limit-reached',
        `A connection is in ${limits.presencesPerConnection} rooms at most`,
      );
    }
    const before = held.get(_id);
    this.#owners.set(_id, caller);
    this.#held.set(caller, held.set(_id, place));
    return before;
  }

  async #remove(caller: Caller, _id: string): Promise<void> {
    if (this.#owners.get(_id) !== caller) return;
    this.#release(caller, _id);
    await this.#writes.remove('presence', _id);
  }

  #release(caller: Caller, _id: string): void {
    const held = this.#held.get(caller);
    this.#owners.delete(_id);
    held?.delete(_id);
    if (held?.size === 0) this.#held.delete(caller);
  }
}

function notOwner(_id: string): ContractError {
  return new ContractError('not-owner', `Presence '${_id}' isn't of this connection`);
}
