import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { ContractError } from '@meteor-vs-mean/contract';
import { boundedLog, cutIdleReaders, LogIns, quotaKey, SnapshotTurns } from '@meteor-vs-mean/guards';
import type { RequestHandler } from 'express';
import type { ServerOptions } from 'socket.io';
import { type Hooks, noHooks } from '../hooks.ts';
import type { LiveServer } from '../live/socket.ts';
import { limitBacklog } from './backlog.ts';
import type { GuardConfig } from './config.ts';
import { Handshakes } from './handshakes.ts';
import { Rates } from './rates.ts';
import { receiverOf } from './receivers.ts';
import { guardRequests, guardUpgrades } from './requests.ts';
import { SlowConsumers } from './slow-consumers.ts';

/** Protects the server, and its clients from each other, whatever clients send. */
export interface Guards {
  readonly hooks: Hooks;
  log(line: string): void;
  /** Options of Socket.io. */
  readonly socketOptions: Partial<ServerOptions>;
  /** Runs before the routes. */
  readonly requests: RequestHandler;
  /** Observes the server's connections. Call it once Socket.io listens. */
  follow(httpServer: HttpServer, io: LiveServer): void;
  stop(): void;
}

/**
 * @param connections all open connections of the server
 * @param write gets each line of the log
 */
export function createGuards(
  config: GuardConfig,
  connections: Iterable<Socket>,
  write: (line: string) => void,
): Guards {
  const log = boundedLog(write);
  const handshakes = new Handshakes(config);
  const slowConsumers = new SlowConsumers(config.backlog, log);
  const turns = new SnapshotTurns(config.snapshotBytes, connections, log);
  const idle = cutIdleReaders(connections, log);
  const rates = new Rates(config, (connection) => cut(connection));
  const logIns = new LogIns(
    config,
    (sentence) => new ContractError('too-many-requests', sentence),
    (error) => error instanceof ContractError && error.code === '403',
  );
  let cut: (connection: string) => void = () => {};

  return {
    log,
    socketOptions: handshakes.options,
    requests: guardRequests(config.origins, rates),
    follow(httpServer, io) {
      guardUpgrades(httpServer, (request) => handshakes.isAllowed(request));
      const addresses = new WeakMap<object, string>();
      handshakes.follow(io, (connection, address) => addresses.set(connection, address));
      io.on('connection', (socket) => {
        rates.open(socket.id, addresses.get(socket.conn) ?? '');
        socket.on('disconnect', () => rates.forget(socket.id));
      });
      cut = (id) => {
        const socket = io.sockets.sockets.get(id);
        if (socket?.conn.readyState !== 'open') return;
        log(`socket ${id}: disconnected because too many of its calls were rejected`);
        socket.conn.close(true);
      };
    },
    stop: idle.stop,
    hooks: {
      call: (requester) => rates.count('calls', requester),
      subscription: (requester) => rates.count('subscriptions', requester),
      changed: (requester, count) => rates.changed(requester, count),
      admit: (to, bytes) => turns.admit(receiverOf(to), bytes),
      read: (to, read) => turns.read(receiverOf(to), read),
      sent: (socket) => slowConsumers.check(socket),
      listen: limitBacklog(log),
      logIn: (name, address, verify) => logIns.attempt(name, quotaKey(address), verify),
      signUp: (address) => logIns.signUp(quotaKey(address)),
      get cuts() {
        return slowConsumers.count + turns.cuts + idle.readers.cuts;
      },
    },
  };
}

/** No guards: for measuring only. */
export function noGuards(write: (line: string) => void): Guards {
  return {
    hooks: noHooks,
    log: write,
    socketOptions: {},
    requests: (_request, _response, next) => next(),
    follow: () => {},
    stop: () => {},
  };
}
