import { once } from 'node:events';
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket as NetSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { boundedLog } from '@meteor-vs-mean/contract';
import express from 'express';
import { Server } from 'socket.io';
import { Accounts } from './accounts/accounts.ts';
import { LiveSessions } from './accounts/live-sessions.ts';
import { checkUpgrades, isByOwnName, isFromHere } from './accounts/origin.ts';
import { Passwords } from './accounts/passwords.ts';
import { removeAccountData } from './accounts/remove-account-data.ts';
import { Throttle } from './accounts/throttle.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database.ts';
import { serveHttp } from './http.ts';
import { listMethods } from './lists/methods.ts';
import { type LiveCollections, plainCollections } from './live/collection.ts';
import { EmittingFeed } from './live/emitting-collections.ts';
import { ChangeStreamFeed, type Feed, type FeedListener } from './live/feed.ts';
import { parser, shareFrames } from './live/parser.ts';
import { SlowConsumers } from './live/slow-consumers.ts';
import { readSnapshot } from './live/snapshot.ts';
import { SnapshotBudget } from './live/snapshot-budget.ts';
import type { LiveServer } from './live/socket.ts';
import { Standing } from './live/standing.ts';
import { Subscriptions } from './live/subscriptions.ts';
import { Views } from './live/views.ts';
import { OpenConnections } from './open-connections.ts';
import { enforce } from './policy.ts';
import { Rates } from './rates.ts';
import { roomMethods } from './rooms/methods.ts';
import { Presences } from './rooms/presences.ts';
import { buildOf } from './shell.ts';
import { serveSockets } from './sockets.ts';
import { todoMethods } from './todos/methods.ts';

/** In this time a connection has to take anything at all of what was sent to it, though nobody waits. */
const standing_ms = 30_000;
const look_ms = 5000;

export interface App {
  httpServer: HttpServer;
  io: LiveServer;
  /**
   * Listens, then opens the database and follows it.
   * @throws if the port is taken or MongoDB can't serve; nothing is left running then
   */
  start(): Promise<{ port: number }>;
  /** Takes nothing new, answers what is under way, and closes everything. */
  stop(): Promise<void>;
}

export function createApp(config: Config): App {
  const log = boundedLog(config.log);
  const database = openDatabase(config.mongoUrl);
  const http = express();
  const httpServer = createServer(http);
  const io: LiveServer = new Server(httpServer, {
    serveClient: false,
    parser,
    // The longest valid call takes some 12 kB.
    maxHttpBufferSize: 100_000,
    allowRequest(request, allow) {
      // Any page may read what is answered as a script, whatever its origin: engine.io does so for a `j`.
      const { _query: query } = request as typeof request & { _query: object };
      if ('j' in query || !mayConnect(request)) return allow('not-authorized', false);
      allow('too-many-requests', openConnections.admit(request));
    },
    // Who opens a connection and then doesn't ask for a socket costs memory for nothing.
    connectTimeout: 5000,
  });
  const openConnections = new OpenConnections(config.connectionsPerAddress, config.forwardedCount);
  io.engine.on('connection', (connection) => openConnections.follow(connection));
  io.engine.on('connection', (connection) => connection.on('packetCreate', shareFrames));
  checkUpgrades(httpServer, mayConnect);
  io.engine.on('headers', (headers: Record<string, string>) => {
    headers['x-content-type-options'] = 'nosniff';
  });

  function mayConnect(request: IncomingMessage): boolean {
    return isFromHere(request, config.origins) && isByOwnName(request, config.origins);
  }

  const slowConsumers = new SlowConsumers(config.backlog, log);
  const views = new Views({
    read: (query) => readSnapshot(database, query),
    position: () => feed.position,
    broadcast({ channel, subscribers }, changes) {
      if (subscribers.size === 0) return;
      for (const [event, ...args] of changes) io.to(channel).emit(event, channel, ...(args as [never]));
      for (const socket of subscribers.keys()) slowConsumers.check(socket);
    },
    log,
  });
  const connections = new Set<NetSocket>();
  const standing = new Standing(standing_ms, 1, log);
  const look = setInterval(() => standing.cut(connections), look_ms).unref();
  const snapshots = new SnapshotBudget(config.snapshotBytes, connections, log);
  const subscriptions = new Subscriptions({ views, slowConsumers, snapshots, log });
  const { users } = database;
  const liveSessions = new LiveSessions({ users, log, expiryCheck_ms: config.expiryCheck_ms });
  const { feed, collections } = follow();
  const accounts = new Accounts({
    users,
    passwords: new Passwords(),
    throttle: new Throttle(config.attempts),
    liveSessions,
    removeAccountData: (userId) => removeAccountData(collections, userId),
  });
  const presences = new Presences(collections.presence, log);
  const rates = new Rates(config.quotas);
  const methods = enforce(
    collections,
    {
      ...todoMethods(collections),
      ...listMethods(collections, users),
      ...roomMethods(collections, users, presences),
    },
    ({ data }, change) => rates.countChanges(data.doer, change),
  );
  const opened = Promise.withResolvers<void>();
  const sockets = serveSockets({
    io,
    methods,
    presences,
    subscriptions,
    snapshots,
    liveSessions,
    rates,
    forwardedCount: config.forwardedCount,
    slowConsumers,
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
    rates,
    io,
    feed,
    views,
    snapshots,
    slowConsumers,
    standing,
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
    const quiet = closed.then(() => sockets.idle()); // what ends with a connection is done then
    await Promise.race([quiet, sleep(config.drain_ms, undefined, { ref: false })]);
    for (const connection of connections) connection.destroy(); // a peer that doesn't say goodbye
    clearInterval(look);
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
    return { port: (httpServer.address() as AddressInfo).port };
  }

  return { httpServer, io, start, stop };
}
