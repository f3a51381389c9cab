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
  const { io, subscriptions, hooks, presences, log } = context;
  const running = new Set<Promise<void>>();
  const run = (task: Promise<void>): Promise<void> => {
    running.add(task);
    return task.finally(() => running.delete(task));
  };

  authenticate(context);
  /** One client's calls are done in the order in which it sent them, side by side with everybody else's. */
  const order = new Locks();
  io.on('connection', (socket) => {
    socket.data.views = new Set();
    socket.data.channels = new Set();
    socket.data.doer = { connection: socket.id };
    // One listener for all events, of which a client may send any: a listener for each would cost each client.
    hooks.listen(socket, (event, args) => run(answer(context, order, socket, event, args)));
    socket.on('disconnect', () => {
      // It can't come back on the same connection, which would stay open for nothing.
      socket.conn.close();
      subscriptions.unsubscribeAll(socket);
      // What can't be removed now expires.
      void run(presences.leaveAll(socket).catch((error) => log(`presence of a closed connection: ${error}`)));
    });
  });

  return { idle: () => Promise.allSettled(running) };
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
  const { methods, hooks, log } = context;
  const callback = typeof args.at(-1) === 'function' ? (args.pop() as Acknowledge) : undefined;
  const acknowledge: Acknowledge = (reply) => {
    callback?.(reply);
    hooks.sent(socket); // at once: many snapshots may be answered in one tick
  };
  try {
    if (event === 'subscribe') {
      await subscribe(context, socket, args, callback && acknowledge);
    } else if (event === 'unsubscribe') {
      await unsubscribe(context, socket, args[0]);
      acknowledge({ result: null });
    } else if (event === 'build') {
      hooks.call(socket.data.doer);
      acknowledge({ result: await context.build() });
    } else {
      const call = async () => {
        hooks.call(socket.data.doer);
        const name = methodNamed(event);
        // It waited for the calls before it, and its session may have ended meanwhile.
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
  hooks.subscription(socket.data.doer);
  // An unsubscribe that comes right behind has to find it.
  socket.data.admitted = opened;
  await opened;
  // Without an acknowledgement there is nobody to get the snapshot.
  if (!socket.connected || !acknowledge) return;
  const [given, params, held] = args;
  const name = typeof given === 'string' ? given : '';
  const holds = typeof held === 'string' ? held : undefined;
  await subscriptions.subscribe(socket, { name, params, holds }, (result) => acknowledge({ result }));
}

async function unsubscribe(context: SocketContext, socket: LiveSocket, channel: unknown): Promise<void> {
  const { admitted } = socket.data;
  try {
    context.hooks.subscription(socket.data.doer);
  } catch {
    // An end is always done, and counts because it costs as much as a beginning.
  }
  if (typeof channel !== 'string') {
    throw new ContractError('validation-error', 'unsubscribe: give the channel that subscribe answered');
  }
  await admitted;
  context.subscriptions.unsubscribe(socket, channel);
}
