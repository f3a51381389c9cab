import { ContractError, fromWire, queryOf, type Reply, toWire } from '@meteor-vs-mean/contract';
import { forClient } from './errors.ts';
import type { SlowConsumers } from './live/slow-consumers.ts';
import type { LiveServer, LiveSocket } from './live/socket.ts';
import type { Views } from './live/views.ts';
import { type Methods, methodNamed } from './methods.ts';
import type { Presences } from './presence/presences.ts';
import type { Rates } from './rates.ts';

export interface SocketContext {
  io: LiveServer;
  methods: Methods;
  presences: Presences;
  views: Views;
  rates: Rates;
  slowConsumers: SlowConsumers;
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
  const { io, views, rates, presences, log } = context;
  const running = new Set<Promise<void>>();
  const run = (task: Promise<void>): void => {
    running.add(task);
    task.finally(() => running.delete(task));
  };

  io.on('connection', (socket) => {
    socket.data.views = new Set();
    // One listener for all events, of which a client may send any: a listener for each would cost each client.
    socket.onAny((event: unknown, ...args: unknown[]) => {
      run(answer(context, socket, String(event), args));
    });
    socket.on('disconnect', () => {
      views.releaseAll(socket);
      rates.forget(socket.id);
      // What can't be removed now expires.
      run(presences.leaveAll(socket).catch((error) => log(`presence of a closed connection: ${error}`)));
    });
  });

  return { idle: () => Promise.allSettled(running) };
}

async function answer(
  context: SocketContext,
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
      if (!callback) return; // there would be nobody to get the snapshot
      await subscribe(context, socket, args, acknowledge);
    } else if (event === 'unsubscribe') {
      await unsubscribe(context, socket, args[0]);
      acknowledge({ result: null });
    } else {
      await rates.count('calls', socket.id);
      const result = await methods.call(methodNamed(event), fromWire(args[0]), socket);
      acknowledge({ result: toWire(result) });
    }
  } catch (error) {
    const { code, message } = forClient(error, event, log);
    acknowledge({ error: { code, message } });
  }
}

async function subscribe(
  { views, rates, opened }: SocketContext,
  socket: LiveSocket,
  [given, params]: unknown[],
  acknowledge: Acknowledge,
): Promise<void> {
  const name = typeof given === 'string' ? given : '';
  const admitted = rates.count('subscriptions', socket.id).then(() => opened);
  // An unsubscribe that comes right behind has to find it.
  socket.data.admitted = admitted.catch(() => {});
  await admitted;
  const query = queryOf(name, params);
  if (!socket.connected) return;
  const view = views.hold(name, query, socket);
  try {
    await view.ready;
  } catch (error) {
    views.release(view, socket);
    throw error;
  }
  // In one tick: what is written later comes after the snapshot, and what was written before is in it.
  if (view.subscribers.has(socket)) socket.join(view.channel); // it may have left meanwhile
  acknowledge({ result: { channel: view.channel, documents: view.documents } });
}

/** Of a channel that it doesn't subscribe to, nothing is left to do. */
async function unsubscribe({ views }: SocketContext, socket: LiveSocket, channel: unknown): Promise<void> {
  if (typeof channel !== 'string') {
    throw new ContractError('validation-error', 'unsubscribe: give the channel that subscribe answered');
  }
  await socket.data.admitted;
  const view = views.get(channel);
  if (view && views.release(view, socket)) socket.leave(channel);
}
