import { assertPlace, ContractError, limits, type Presence } from '@meteor-vs-mean/contract';
import type { Caller } from '../caller.ts';
import { isDuplicateKey } from '../errors.ts';
import type { LiveCollection } from '../live/collection.ts';

/**
 * The presences of this server's connections. A presence belongs to the connection that entered it, and ends with it.
 * The server renews all of them in one write, and those of a crashed server expire.
 */
export class Presences {
  readonly #presence: LiveCollection<Presence>;
  readonly #log: (line: string) => void;
  /** The room of each of a connection's presences, by id. */
  readonly #held = new Map<Caller, Map<string, string>>();
  #renewing: NodeJS.Timeout | undefined;

  constructor(presence: LiveCollection<Presence>, log: (line: string) => void) {
    this.#presence = presence;
    this.#log = log;
  }

  start(): void {
    this.#renewing = setInterval(() => void this.#renew(), limits.presence.renew_ms).unref();
  }

  stop(): void {
    clearInterval(this.#renewing);
  }

  /** @throws ContractError `not-owner`, `limit-reached` */
  async enter(caller: Caller, _id: string, roomId: string, nickname: string): Promise<void> {
    const rooms = this.#held.get(caller) ?? new Map<string, string>();
    assertPlace(rooms, _id, roomId);
    const before = rooms.get(_id);
    this.#held.set(caller, rooms.set(_id, roomId));
    const place = { roomId, nickname, expiresAt: fromNow() };
    const isThere =
      before !== undefined && (await this.#presence.updateOne({ _id }, { $set: place })).matchedCount > 0;
    if (!isThere) {
      try {
        await this.#presence.insertOne({ _id, ...place });
      } catch (error) {
        rooms.delete(_id);
        // It belongs to another connection.
        throw isDuplicateKey(error) ? notOwner(_id) : error;
      }
    }
    // The connection may have closed in the meantime.
    if (!caller.connected) await this.#presence.deleteOne({ _id });
  }

  /** @throws ContractError `not-owner` */
  async leave(caller: Caller, _id: string): Promise<void> {
    if (this.#held.get(caller)?.delete(_id)) await this.#presence.deleteOne({ _id });
    else if (await this.#presence.findOne({ _id }, { projection: { _id: 1 } })) throw notOwner(_id);
  }

  /** Call it when a connection has closed. */
  async leaveAll(caller: Caller): Promise<void> {
    const ids = [...(this.#held.get(caller)?.keys() ?? [])];
    this.#held.delete(caller);
    if (ids.length > 0) await this.#presence.deleteMany({ _id: { $in: ids } });
  }

  async #renew(): Promise<void> {
    const ids = [...this.#held.values()].flatMap((rooms) => [...rooms.keys()]);
    if (ids.length === 0) return;
    try {
      await this.#presence.updateMany({ _id: { $in: ids } }, { $set: { expiresAt: fromNow() } });
    } catch (error) {
      this.#log(`presence: could not renew, trying again in ${limits.presence.renew_ms} ms: ${error}`);
    }
  }
}

function fromNow(): Date {
  return new Date(Date.now() + limits.presence.expiry_ms);
}

function notOwner(_id: string): ContractError {
  return new ContractError('not-owner', `Presence '${_id}' belongs to another connection`);
}
