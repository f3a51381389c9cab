import type { IncomingMessage } from 'node:http';
import {
  ContractError,
  fromWire,
  limits,
  type MethodName,
  type Reply,
  toWire,
} from '@meteor-vs-mean/contract';
import { hashedTokenIn } from './accounts/cookie.ts';
import type { Connection, LiveSessions } from './accounts/live-sessions.ts';
import { addressOf } from './address.ts';
import { forClient } from './errors.ts';
import { Locks } from './live/locks.ts';
import { Json } from './live/parser.ts';
import { SocketReceiver } from './live/receiver.ts';
import type { SlowConsumers } from './live/slow-consumers.ts';
import type { SnapshotBudget } from './live/snapshot-budget.ts';
import type { LiveServer, LiveSocket } from './live/socket.ts';
import type { Subscriptions } from './live/subscriptions.ts';
import { Unanswered } from './live/unanswered.ts';
import { type Methods, methodNamed } from './policy.ts';
import type { Rates } from './rates.ts';
import type { Presences } from './rooms/presences.ts';

export interface SocketContext {
  io: LiveServer;
  methods: Methods;
  presences: Presences;
  subscriptions: Subscriptions;
  snapshots: SnapshotBudget;
  liveSessions: LiveSessions;
  rates: Rates;
  /** How many proxies in front say who asks. */
  forwardedCount: number;
  slowConsumers: SlowConsumers;
  /** Names the client's build. */
  build(): Promise<string | null>;
  /** Resolves once a subscription can't miss a write. */
  opened: Promise<void>;
  log(line: string): void;
}

type Acknowledge = (reply: Reply<unknown>) => void;

export interface Sockets {
  /** Settles when the calls that are under way are answered, and who left is gone. */
  idle(): Promise<unknown>;
}

/** Answers what clients send. Whatever that is, it is answered or ignored: it never ends the server. */
export function serveSockets(context: SocketContext): Sockets {
  const { io, subscriptions, rates, presences, log } = context;
  const running = new Set<Promise<void>>();
  const run = (task: Promise<void>): void => {
    running.add(task);
    task.finally(() => running.delete(task));
  };

  const addresses = followAddresses(context);
  authenticate(context);
  /** One client's calls are done in the order in which it sent them, side by side with everybody else's. */
  const order = new Locks();
  const unanswered = new Unanswered(log);
  io.on('connection', (socket) => {
    socket.data.views = new Set();
    socket.data.channels = new Set();
    socket.data.doer = { connection: socket.id, address: addresses.get(socket.conn) ?? '' };
    // One listener for all events, of which a client may send any: a listener for each would cost each client.
    socket.onAny((event: unknown, characters: number, ...args: unknown[]) => {
      const message = { characters, args };
      unanswered.add(socket, message);
      const answered = answer(context, order, socket, String(event), args);
      run(answered.finally(() => unanswered.delete(socket, message)));
    });
    socket.on('disconnect', () => {
      // It can't come back on the same connection, which would stay open for nothing.
      socket.conn.close();
      subscriptions.unsubscribeAll(socket);
      rates.forget(socket.id);
      // What can't be removed now expires.
      run(presences.leaveAll(socket).catch((error) => log(`presence of a closed connection: ${error}`)));
    });
  });

  return { idle: () => Promise.allSettled(running) };
}

/** Where a connection comes from, its first request says. */
function followAddresses({ io, forwardedCount }: SocketContext): WeakMap<object, string> {
  const addresses = new WeakMap<object, string>();
  io.engine.on('connection', (connection: { request: IncomingMessage }) => {
    addresses.set(connection, addressOf(connection.request, forwardedCount));
  });
  return addresses;
}

/** Who a connection is, its cookie says when it is opened; and it ends with the session that it was opened with. */
function authenticate({ io, liveSessions, log, opened }: SocketContext): void {
  /** By connection, until its socket is made. */
  const tokens = new WeakMap<object, string>();
  io.engine.on('connection', (connection: { request: IncomingMessage | null }) => {
    const hashedToken = connection.request && hashedTokenIn(connection.request.headers);
    if (hashedToken) tokens.set(connection, hashedToken);
    // As Socket.io advises: else each connection keeps its first HTTP request.
    connection.request = null;
  });

  io.use(async (socket, next) => {
    const hashedToken = tokens.get(socket.conn);
    if (!hashedToken) return next();
    const connection: Connection = {
      // Of one that isn't let in yet there is nothing to say goodbye to.
      close: () => (socket.connected ? void socket.disconnect(true) : socket.conn.close()),
    };
    try {
      await opened; // else the end of a session could be missed
      const account = await liveSessions.admit(hashedToken, connection);
      if (account) {
        socket.data.account = account;
        const forget = () => liveSessions.forget(account.userId, connection);
        if (socket.conn.readyState === 'open') socket.conn.once('close', forget);
        else forget();
      }
      next();
    } catch (error) {
      log(`session of a new connection: ${error}`);
      // Its client tries again; of a refusal it would take it that it needn't.
      socket.conn.close();
      next(new Error('not now'));
    }
  });
}

async function answer(
  context: SocketContext,
  order: Locks,
  socket: LiveSocket,
  event: string,
  args: unknown[],
): Promise<void> {
  const { methods, rates, slowConsumers, log } = context;
  const callback = typeof args.at(-1) === 'function' ? (args.pop() as Acknowledge) : undefined;
  const acknowledge: Acknowledge = (reply) => {
    callback?.(reply);
    slowConsumers.check(socket); // at once: many snapshots may be answered in one tick
  };
  try {
    if (event === 'subscribe') {
      await subscribe(context, socket, args, callback && acknowledge);
    } else if (event === 'unsubscribe') {
      await unsubscribe(context, socket, args[0]);
      acknowledge({ result: null });
    } else if (event === 'build') {
      await rates.count('calls', socket.data.doer);
      acknowledge({ result: await context.build() });
    } else {
      await rates.count('calls', socket.data.doer);
      const name = methodNamed(event);
      const call = async () => {
        // It waited for the calls before it, and its session may have ended meanwhile.
        if (socket.data.account && !socket.connected) {
          throw new ContractError('not-authorized', `${name}: the connection of this session is closed`);
        }
        return methods.call(name, fromWire(args[0]), socket);
      };
      acknowledge({ result: await order.run([socket.id], () => resultOf(context, socket, name, call)) });
    }
  } catch (error) {
    const { code, message } = forClient(error, event, log);
    if (code === 'too-many-requests') await refuse(context, socket);
    acknowledge({ error: { code, message } });
  }
}

/** The result of a call, to be sent in that very tick: a page of documents may be large. */
async function resultOf(
  { snapshots }: SocketContext,
  socket: LiveSocket,
  name: MethodName,
  call: () => Promise<unknown>,
): Promise<unknown> {
  if (name !== 'messages.before') return toWire(await call());
  return snapshots.read(new SocketReceiver(socket), async () => new Json(toWire(await call())));
}

/** Who is refused again and again does nothing else, and costs others their time. */
async function refuse({ rates, log }: SocketContext, socket: LiveSocket): Promise<void> {
  if (!(await rates.isTiresome(socket.id)) || socket.conn.readyState !== 'open') return;
  log(`socket ${socket.id}: disconnected, it was refused more than ${limits.refusals} times in a while`);
  socket.conn.close(true);
}

async function subscribe(
  { subscriptions, rates, opened }: SocketContext,
  socket: LiveSocket,
  args: unknown[],
  acknowledge: Acknowledge | undefined,
): Promise<void> {
  const admitted = rates.count('subscriptions', socket.data.doer).then(() => opened);
  // An unsubscribe that comes right behind has to find it.
  socket.data.admitted = admitted.catch(() => {});
  await admitted;
  // Without an acknowledgement there is nobody to get the snapshot.
  if (!socket.connected || !acknowledge) return;
  const [given, params, held] = args;
  const name = typeof given === 'string' ? given : '';
  const holds = typeof held === 'string' ? held : undefined;
  await subscriptions.subscribe(socket, { name, params, holds }, (result) => acknowledge({ result }));
}

async function unsubscribe(context: SocketContext, socket: LiveSocket, channel: unknown): Promise<void> {
  const { admitted } = socket.data;
  // What ends is done however often, and yet it counts: it costs as much as what begins.
  await context.rates.count('subscriptions', socket.data.doer).catch(() => refuse(context, socket));
  if (typeof channel !== 'string') {
    throw new ContractError('validation-error', 'unsubscribe: give the channel that subscribe answered');
  }
  await admitted;
  context.subscriptions.unsubscribe(socket, channel);
}
