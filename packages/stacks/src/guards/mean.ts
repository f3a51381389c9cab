/**
 * Loaded into MEAN's server before its own code: takes away the guard that WITHOUT_GUARD names, so that a run can tell
 * what it costs. Deliveries go on; what the guard protects users from does, too.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { replace } from './replace.ts';

const main = pathToFileURL(process.argv[1] ?? '');
const requireFromApp = createRequire(main);
const part = (file: string) => import(new URL(file, main).href);

type Fields = Record<string, unknown>;

const takeAway: Record<string, () => Promise<void>> = {
  async limits() {
    const { Rates } = await part('rates.ts');
    replace(Rates.prototype, { count: async () => {} });
    // What a method asks before it writes.
    const { Collection } = requireFromApp('mongodb');
    const { aggregate, findOne } = Collection.prototype;
    replace(Collection.prototype, {
      countDocuments: async () => 0,
      findOne(this: typeof Collection.prototype, filter: Fields, ...options: unknown[]) {
        // Whose a name or a session is has to be asked as ever: it is no limit.
        if (this.collectionName === 'users') return findOne.call(this, filter, ...options);
        return Promise.resolve({ _id: filter._id });
      },
      // The list of a todo that is inserted, with the number of its todos. All else that asks by stages is no limit.
      aggregate(this: typeof Collection.prototype, ...args: unknown[]) {
        if (this.collectionName !== 'lists') return aggregate.apply(this, args);
        return { toArray: async () => [{ todos: [] }] };
      },
    });
  },

  async order() {
    const { Server } = requireFromApp('socket.io');
    const { View } = await part('live/view.ts');
    let io: { to(channel: string): { emit(...args: unknown[]): void } };
    const { on } = Server.prototype;
    replace(Server.prototype, {
      on(this: typeof io, ...args: unknown[]) {
        io = this;
        return on.apply(this, args);
      },
    });
    replace(View.prototype, {
      apply(this: { channel: string; query: { filter: Fields } }, event: { kind: string; document: Fields }) {
        const { channel, query } = this;
        if (event.kind !== 'put') return;
        const fits = Object.entries(query.filter).every(([field, value]) => event.document[field] === value);
        if (fits) io.to(channel).emit('added', channel, event.document);
      },
    });
  },

  async 'slow-consumers'() {
    const { SlowConsumers } = await part('live/slow-consumers.ts');
    replace(SlowConsumers.prototype, { check: () => {} });
  },
};

await takeAway[process.env.WITHOUT_GUARD ?? '']?.();
