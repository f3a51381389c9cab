/**
 * Loaded into the Meteor app before its own code: takes away the guard that WITHOUT_GUARD names, so that a run can tell
 * what it costs. Meteor's packages are there once its server begins to listen.
 */
import { Server as HttpServer } from 'node:http';
import { replace } from './replace.ts';

interface Packages {
  'ddp-rate-limiter': { DDPRateLimiter: Record<string, unknown> };
  mongo: { Mongo: { Collection: { prototype: Record<string, (...args: unknown[]) => object> } } };
}

const takeAway: Record<string, (packages: Packages) => void> = {
  limits({ 'ddp-rate-limiter': { DDPRateLimiter }, mongo: { Mongo } }) {
    replace(DDPRateLimiter, { _increment: () => {}, _check: () => ({ allowed: true }) });
    // What a method asks before it writes.
    const { prototype } = Mongo.Collection;
    const find = prototype.find as (...args: unknown[]) => object;
    const findOne = prototype.findOneAsync as (...args: unknown[]) => object;
    const rawCollection = prototype.rawCollection as () => object;
    replace(prototype, {
      findOneAsync(this: { _name: string }, ...args: unknown[]) {
        // Whose a name or a session is has to be asked as ever: it is no limit.
        return this._name === 'users' ? findOne.apply(this, args) : Promise.resolve(args[0]);
      },
      // The list of a todo that is inserted, with the number of its todos. All else that asks by stages is no limit.
      rawCollection(this: { _name: string }) {
        if (this._name !== 'lists') return rawCollection.apply(this);
        return { aggregate: () => ({ toArray: async () => [{ todos: [] }] }) };
      },
      find(this: object, ...args: unknown[]) {
        const cursor = find.apply(this, args);
        // Any cursor shows where all of them have their methods.
        replace(Object.getPrototypeOf(cursor), { countAsync: async () => 0 });
        prototype.find = find;
        return cursor;
      },
    });
  },
};

const { listen } = HttpServer.prototype;
HttpServer.prototype.listen = function (this: HttpServer, ...args: unknown[]) {
  HttpServer.prototype.listen = listen;
  takeAway[process.env.WITHOUT_GUARD ?? '']?.((globalThis as unknown as { Package: Packages }).Package);
  return listen.apply(this, args as Parameters<typeof listen>);
} as typeof listen;
