import { setTimeout as sleep } from 'node:timers/promises';
import type {
  ClientToServerEvents,
  Reply,
  ServerToClientEvents,
  Snapshot,
  WireDocument,
} from '@meteor-vs-mean/contract';
import type { Testbed } from '@meteor-vs-mean/testbed';
import { urlOf } from '@meteor-vs-mean/testbed/mongo';
import type { Db } from 'mongodb';
import { io, type Socket } from 'socket.io-client';
import { type App, type Config, createApp, defaults } from '../src/index.ts';

export type Client = Socket<ServerToClientEvents, ClientToServerEvents>;
export type Stored = { _id: string } & Record<string, unknown>;

export interface TestApp {
  app: App;
  url: string;
  /** The app's database over a separate connection, as another service would write to it. */
  db: Db;
  logged: string[];
  /** Inserts public lists by id: todos of a missing list are visible to nobody. */
  addLists(...ids: string[]): Promise<void>;
  connect(options?: object): Promise<Client>;
  health(): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** The settings of an app with other guards. */
export function guardedBy(guards: Partial<NonNullable<Config['guards']>>): Pick<Config, 'guards'> {
  return { guards: { ...defaults.guards, ...guards } };
}

/** An app on a free port and, unless one is named, a database of its own. It ends with the testbed. */
export async function startApp(
  outer: Testbed,
  options: Partial<Config> = {},
  database?: string,
): Promise<TestApp> {
  const testbed = outer.within();
  const logged: string[] = [];
  const db = testbed.database(database);
  const mongoUrl = urlOf(testbed.mongo, db.databaseName);
  const app = createApp({ ...defaults, port: 0, mongoUrl, log: (line) => logged.push(line), ...options });
  const { port } = await testbed.own(
    () => app.start(),
    () => app.stop(),
  );
  const url = `http://127.0.0.1:${port}`;
  return {
    app,
    url,
    db,
    logged,
    async addLists(...ids) {
      const lists = ids.map((_id) => ({ _id, name: _id, createdAt: createdAt(0) }));
      await db.collection<Stored>('lists').insertMany(lists);
    },
    async connect(more = {}) {
      const socket: Client = io(url, { transports: ['websocket'], forceNew: true, ...more });
      return testbed.own(
        async () => {
          await new Promise<void>((resolve) => socket.once('connect', resolve));
          return socket;
        },
        async () => socket.close(),
      );
    },
    async health() {
      return (await fetch(`${url}/health`)).json() as Promise<Record<string, unknown>>;
    },
    stop: () => testbed.close(),
  };
}

/** Any event with any arguments; resolves with the acknowledgement. */
export function send(socket: Client, event: string, ...args: unknown[]): Promise<Reply<unknown>> {
  return (socket as Socket).emitWithAck(event, ...args);
}

/** @returns a method's result. @throws its error's code */
export async function call(socket: Client, method: string, input: unknown): Promise<unknown> {
  const reply = await send(socket, method, input);
  if ('error' in reply) throw new Error(reply.error.code);
  return reply.result;
}

export type Frame = ['snapshot', WireDocument[]] | [string, ...unknown[]];

/** One client's subscription: its frames, and the resulting documents. A frame that doesn't fit throws. */
export class Follower {
  readonly frames: Frame[] = [];
  readonly documents = new Map<string, WireDocument>();
  readonly #wrong: string[] = [];
  channel = '';

  static async subscribe(socket: Client, name: string, params: unknown = {}): Promise<Follower> {
    const follower = new Follower();
    socket.on('added', (channel, document) => {
      if (channel !== follower.channel) return;
      follower.frames.push(['added', document]);
      if (follower.documents.has(document._id)) follower.#wrong.push(`added twice: ${document._id}`);
      follower.documents.set(document._id, { ...document });
    });
    socket.on('changed', (channel, id, fields, cleared = []) => {
      if (channel !== follower.channel) return;
      follower.frames.push(['changed', id, fields]);
      const document = follower.documents.get(id);
      if (!document) return void follower.#wrong.push(`changed what it doesn't have: ${id}`);
      Object.assign(document, fields);
      for (const field of cleared) delete document[field];
    });
    socket.on('removed', (channel, id) => {
      if (channel !== follower.channel) return;
      follower.frames.push(['removed', id]);
      if (!follower.documents.delete(id)) follower.#wrong.push(`removed what it doesn't have: ${id}`);
    });
    await new Promise<void>((resolve, reject) => {
      // In the tick of the acknowledgement: later frames are changes.
      socket.emit('subscribe', name, params, (reply: Reply<Snapshot>) => {
        if ('error' in reply) return reject(new Error(reply.error.code));
        const { channel, documents } = reply.result as Snapshot;
        follower.channel = channel;
        for (const document of documents) follower.documents.set(document._id, document);
        resolve();
      });
    });
    return follower;
  }

  get ids(): string[] {
    return [...this.documents.keys()];
  }

  /** The documents by id. */
  get sorted(): WireDocument[] {
    return [...this.documents.values()].sort((a, b) => (a._id < b._id ? -1 : 1));
  }

  /** The event and id of each frame. */
  get short(): string[] {
    return this.frames.map(
      ([event, what]) => `${event} ${typeof what === 'string' ? what : (what as Stored)._id}`,
    );
  }

  /** @throws if a frame didn't fit the ones before */
  check(): void {
    if (this.#wrong.length > 0) throw new Error(this.#wrong.join('\n'));
  }

  async until(isReached: (follower: Follower) => boolean): Promise<void> {
    while (!isReached(this)) await sleep(5);
  }
}

export const createdAt = (ms: number) => new Date(1_700_000_000_000 + ms);
export const wireDate = (ms: number) => ({ $date: 1_700_000_000_000 + ms });
