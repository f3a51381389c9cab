import type { IncomingMessage } from 'node:http';
import { ContractError, fromWire, type Reply, toWire } from '@meteor-vs-mean/contract';
import { hashedTokenIn } from './accounts/cookie.ts';
import type { Connection, LiveSessions } from './accounts/live-sessions.ts';
import { forClient } from './errors.ts';
import type { Hooks } from './hooks.ts';
import { Locks } from './live/locks.ts';
import { Json } from './live/parser.ts';
import type { LiveServer, LiveSocket } from './live/socket.ts';
import type { Subscriptions } from './live/subscriptions.ts';
import { type Methods, methodNamed } from './policy.ts';
import type { Presences } from './rooms/presences.ts';

export interface SocketContext {
  io: LiveServer;
  methods: Methods;
  presences: Presences;
  subscriptions: Subscriptions;
  hooks: Hooks;
  liveSessions: LiveSessions;
  /** Returns the client's build id. */
  build(): Promise<string | null>;
  /** Resolves once a subscription can't miss a write. */
  opened: Promise<void>;
  log(line: string): void;
}

type Acknowledge = (reply: Reply<unknown>) => void;

export interface Sockets {
  /** Settles when the calls in progress are answered and closed connections are cleaned up. */
  idle(): Promise<unknown>;
}

/** Answers clients' messages. It answers or ignores any message, and no message ends the server. */
export function serveSockets(context: SocketContext): Sockets {
  const { io, subscriptions, hooks, presences, log } = context;
  const running = new Set<Promise<void>>();
  const run = (task: Promise<void>): Promise<void> => {
    running.add(task);
    return task.finally(() => running.delete(task));
  };

  authenticate(context);
  /** The calls of one client run in the order in which it sent them, in parallel with other clients' calls. */
  const order = new Locks();
  io.on('connection', (socket) => {
    socket.data.views = new Set();
    socket.data.channels = new Set();
    socket.data.requester = { connection: socket.id };
    // One listener for all events: one for each method would cost memory for each client.
    hooks.listen(socket, (event, args) => run(answer(context, order, socket, event, args)));
    socket.on('disconnect', () => {
      // The client can't reconnect on the same connection, which would stay open for nothing.
      socket.conn.close();
      subscriptions.unsubscribeAll(socket);
      // A presence that can't be removed now expires.
      void run(presences.leaveAll(socket).catch((error) => log(`presence of a closed connection: ${error}`)));
    });
  });

  return { idle: () => Promise.allSettled(running) };
}

/** The handshake's cookie decides a connection's account; the connection ends with that session. */
function authenticate({ io, liveSessions, log, opened }: SocketContext): void {
  /** By connection, until its socket exists. */
  const tokens = new WeakMap<object, string>();
  io.engine.on('connection', (connection: { request: IncomingMessage | null }) => {
    const hashedToken = connection.request && hashedTokenIn(connection.request.headers);
    if (hashedToken) tokens.set(connection, hashedToken);
    // As Socket.io recommends: otherwise each connection keeps its first HTTP request.
    connection.request = null;
  });

  io.use(async (socket, next) => {
    const hashedToken = tokens.get(socket.conn);
    if (!hashedToken) return next();
    const connection: Connection = {
      // A socket that isn't connected yet can't be disconnected.
      close: () => (socket.connected ? void socket.disconnect(true) : socket.conn.close()),
    };
    try {
      await opened; // otherwise the end of a session could be missed
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
      // After a closed connection the client retries; after an error it would not.
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
  const { methods, hooks, log } = context;
  const callback = typeof args.at(-1) === 'function' ? (args.pop() as Acknowledge) : undefined;
  const acknowledge: Acknowledge = (reply) => {
    callback?.(reply);
    hooks.sent(socket); // at once, because many snapshots may be answered in one tick
  };
  try {
    if (event === 'subscribe') {
      await subscribe(context, socket, args, callback && acknowledge);
    } else if (event === 'unsubscribe') {
      await unsubscribe(context, socket, args[0]);
      acknowledge({ result: null });
    } else if (event === 'build') {
      hooks.call(socket.data.requester);
      acknowledge({ result: await context.build() });
    } else {
      const call = async () => {
        hooks.call(socket.data.requester);
        const name = methodNamed(event);
        // The session may have ended while the call waited for those before it.
        if (socket.data.account && !socket.connected) {
          throw new ContractError('not-authorized', `${name}: the connection of this session is closed`);
        }
        const result = async () => toWire(await methods.call(name, fromWire(args[0]), socket));
        // A page of documents may be large.
        return name === 'messages.before'
          ? hooks.read(socket, async () => new Json(await result()))
          : result();
      };
      acknowledge({ result: await order.run([socket.id], call) });
    }
  } catch (error) {
    const { code, message } = forClient(error, event, log);
    acknowledge({ error: { code, message } });
  }
}

async function subscribe(
  { subscriptions, hooks, opened }: SocketContext,
  socket: LiveSocket,
  args: unknown[],
  acknowledge: Acknowledge | undefined,
): Promise<void> {
  hooks.subscription(socket.data.requester);
  // An unsubscribe right after it has to find it.
  socket.data.admitted = opened;
  await opened;
  // Without an acknowledgement nobody gets the snapshot.
  if (!socket.connected || !acknowledge) return;
  const [given, params, held] = args;
  const name = typeof given === 'string' ? given : '';
  const holds = typeof held === 'string' ? held : undefined;
  await subscriptions.subscribe(socket, { name, params, holds }, (result) => acknowledge({ result }));
}

async function unsubscribe(context: SocketContext, socket: LiveSocket, channel: unknown): Promise<void> {
  const { admitted } = socket.data;
  try {
    context.hooks.subscription(socket.data.requester);
  } catch {
    // An unsubscribe is never rejected, but it counts, because it costs as much as a subscribe.
  }
  if (typeof channel !== 'string') {
    throw new ContractError('validation-error', 'unsubscribe: give the channel that subscribe returned');
  }
  await admitted;
  context.subscriptions.unsubscribe(socket, channel);
}
