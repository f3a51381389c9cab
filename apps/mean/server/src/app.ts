import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo, Socket as NetSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { guardsAreOff } from '@meteor-vs-mean/guards';
import express from 'express';
import { Server } from 'socket.io';
import { Accounts } from './accounts/accounts.ts';
import { LiveSessions } from './accounts/live-sessions.ts';
import { Passwords } from './accounts/passwords.ts';
import { removeAccountData } from './accounts/remove-account-data.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database.ts';
import { createGuards, noGuards } from './guards/create-guards.ts';
import { serveHttp } from './http.ts';
import { listMethods } from './lists/methods.ts';
import { type LiveCollections, plainCollections } from './live/collection.ts';
import { EmittingFeed } from './live/emitting-collections.ts';
import { ChangeStreamFeed, type Feed, type FeedListener } from './live/feed.ts';
import { parser, shareFrames } from './live/parser.ts';
import { readSnapshot } from './live/snapshot.ts';
import type { LiveServer } from './live/socket.ts';
import { Subscriptions } from './live/subscriptions.ts';
import { Views } from './live/views.ts';
import { enforce } from './policy.ts';
import { roomMethods } from './rooms/methods.ts';
import { Presences } from './rooms/presences.ts';
import { buildOf } from './shell.ts';
import { serveSockets } from './sockets.ts';
import { todoMethods } from './todos/methods.ts';

export interface App {
  httpServer: HttpServer;
  io: LiveServer;
  /**
   * Listens, then connects to the database and follows it.
   * @throws if the port is taken or MongoDB is not usable; it leaves nothing running
   */
  start(): Promise<{ port: number }>;
  /** Accepts no new requests, finishes those in progress, and closes everything. */
  stop(): Promise<void>;
}

export function createApp(config: Config): App {
  const connections = new Set<NetSocket>();
  const guards = config.guards ? createGuards(config.guards, connections, config.log) : noGuards(config.log);
  const { hooks, log } = guards;
  const database = openDatabase(config.mongoUrl);
  const http = express();
  const httpServer = createServer(http);
  const io: LiveServer = new Server(httpServer, {
    serveClient: false,
    parser,
    ...guards.socketOptions,
  });
  guards.follow(httpServer, io);
  io.engine.on('connection', (connection) => connection.on('packetCreate', shareFrames));
  io.engine.on('headers', (headers: Record<string, string>) => {
    headers['x-content-type-options'] = 'nosniff';
  });

  const views = new Views({
    read: (query) => readSnapshot(database, query),
    position: () => feed.position,
    broadcast({ channel, subscribers }, changes) {
      if (subscribers.size === 0) return;
      for (const [event, ...args] of changes) io.to(channel).emit(event, channel, ...(args as [never]));
      for (const socket of subscribers.keys()) hooks.sent(socket);
    },
    log,
  });
  const subscriptions = new Subscriptions({ views, hooks, log });
  const { users } = database;
  const liveSessions = new LiveSessions({ users, log, expiryCheck_ms: config.expiryCheck_ms });
  const { feed, collections } = follow();
  const accounts = new Accounts({
    users,
    passwords: new Passwords(),
    hooks,
    liveSessions,
    removeAccountData: (userId) => removeAccountData(collections, userId),
  });
  const presences = new Presences(collections.presence, log);
  const methods = enforce(
    collections,
    {
      ...todoMethods(collections),
      ...listMethods(collections, users),
      ...roomMethods(collections, users, presences),
    },
    hooks.changed,
  );
  const opened = Promise.withResolvers<void>();
  const sockets = serveSockets({
    io,
    methods,
    presences,
    subscriptions,
    hooks,
    liveSessions,
    build: () => buildOf(config.clientDir),
    log,
    opened: opened.promise,
  });
  let mongod: string | undefined;
  serveHttp(http, {
    config: { ...config, log },
    database,
    methods,
    accounts,
    hooks,
    requests: guards.requests,
    io,
    feed,
    views,
    mongod: () => mongod,
  });

  httpServer.on('connection', (connection: NetSocket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });

  function follow(): { feed: Feed; collections: LiveCollections } {
    const listener: FeedListener = {
      event: (event) => views.apply(event),
      account: (userId) => void liveSessions.changed(userId),
      missed(collection) {
        if (collection !== 'users') views.reload(collection);
        if (!collection || collection === 'users') void liveSessions.missed();
      },
      log,
    };
    if (config.mode === 'changestream') {
      return { feed: new ChangeStreamFeed(database, listener), collections: plainCollections(database) };
    }
    const emitting = new EmittingFeed(database, listener);
    return { feed: emitting, collections: emitting.collections };
  }

  async function stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => httpServer.close(() => resolve()));
    await Promise.race([sockets.idle(), sleep(config.drain_ms, undefined, { ref: false })]);
    void io.close();
    const quiet = closed.then(() => sockets.idle()); // after each connection's clean-up
    await Promise.race([quiet, sleep(config.drain_ms, undefined, { ref: false })]);
    for (const connection of connections) connection.destroy(); // peers that don't close properly
    guards.stop();
    presences.stop();
    liveSessions.stop();
    await feed.stop();
    await database.client.close();
  }

  async function start(): Promise<{ port: number }> {
    try {
      httpServer.listen(config.port, config.host);
      await once(httpServer, 'listening');
      mongod = (await database.prepare()).version;
      await feed.start();
      presences.start();
      opened.resolve();
    } catch (error) {
      await stop();
      throw error;
    }
    if (!config.guards) log(guardsAreOff);
    return { port: (httpServer.address() as AddressInfo).port };
  }

  return { httpServer, io, start, stop };
}
