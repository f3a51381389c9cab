import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listen, host as loopback } from '../process/index.ts';
import { Bottleneck } from './bottleneck.ts';
import { drop, Lane, type Tap, type Way } from './lane.ts';

/** Where connections are led: a TCP port, or a socket of the file system. */
export type Target = { host: string; port: number } | { path: string };

/** What looks into one connection. Without a tap, what comes in a direction is passed on unchanged. */
export type Taps = Partial<Record<Way, Tap>>;

export interface RelayOptions {
  /** Where clients connect; 0 (the default) is a free port of loopback. */
  port?: number;
  /** The address where clients connect; default: loopback. Another one is for network namespaces of this machine. */
  host?: string;
  /** A socket of the file system where clients connect, instead of a port. */
  path?: string;
  /** Called for each connection. */
  tap?(): Taps;
  /** By how much later arrives what is passed on; it is never earlier. */
  delay_ms?: Partial<Record<Way, number>>;
  /** What all connections together carry in a direction; default: as much as this machine does. Delays come on top. */
  bytes_per_s?: Partial<Record<Way, number>>;
  /** How long what a client sends first waits: as long as a handshake takes over the network that the relay stands for. */
  handshake_ms?: number;
}

/** Since the relay was opened: bytes as they were read, on either side. */
export interface Counts {
  up_bytes: number;
  down_bytes: number;
  connections: number;
}

/** A relay of connections. How one side ends (FIN or RST) is passed on to the other one, after what came before it. */
export interface Relay extends AsyncDisposable {
  readonly host: string;
  /** 0 where clients connect to a socket of the file system. */
  readonly port: number;
  /** `http://<host>:<port>` */
  readonly url: string;
  counts(): Counts;
  /**
   * Closes every connection on both sides, and each new one at once, until `mend`. What was under way is lost.
   * @param how `end` (the default): as when the process of a proxy ends; `reset`: with an RST, as a firewall does
   */
  cut(how?: 'end' | 'reset'): void;
  /**
   * Reads nothing until `mend`, as when a cable is pulled: neither side learns of it. What was sent meanwhile comes then.
   * @param way default: both directions
   */
  hold(way?: Way): void;
  mend(): void;
  /** Closes every connection, and listens no more. */
  close(): Promise<void>;
}

const ways: readonly Way[] = ['up', 'down'];

/**
 * Opens a relay on loopback that leads each connection on to a target.
 * @param target a function is asked for each connection
 * @throws as a server does, for instance if the port is taken
 */
export async function openRelay(target: Target | (() => Target), options: RelayOptions = {}): Promise<Relay> {
  const { path, tap, delay_ms = {}, bytes_per_s = {}, handshake_ms = 0, host = loopback } = options;
  const counts: Counts = { up_bytes: 0, down_bytes: 0, connections: 0 };
  const sockets = new Set<Socket>();
  const connections = new Set<Record<Way, Lane>>();
  const held = new Set<Way>();
  const bottleneckOf = (way: Way) => {
    const rate = bytes_per_s[way];
    return rate === undefined ? undefined : new Bottleneck(rate);
  };
  const bottlenecks = { up: bottleneckOf('up'), down: bottleneckOf('down') };
  let cutBy: 'end' | 'reset' | undefined;

  function lead(client: Socket): void {
    const its = typeof target === 'function' ? target() : target;
    const onward = connect({ ...its, allowHalfOpen: true, noDelay: true });
    const taps = tap?.() ?? {};
    const lane = (way: Way, from: Socket, to: Socket): Lane => {
      const count = (bytes: number) => {
        counts[`${way}_bytes`] += bytes;
      };
      const line = { delay_ms: delay_ms[way] ?? 0, bottleneck: bottlenecks[way] };
      return new Lane(from, to, { tap: taps[way], ...line, count });
    };
    const connection = { up: lane('up', client, onward), down: lane('down', onward, client) };
    for (const way of held) connection[way].block('held', true);
    for (const socket of [client, onward]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    connections.add(connection);
    client.on('close', () => connections.delete(connection));
    if (handshake_ms > 0) {
      connection.up.block('handshake', true);
      const timer = setTimeout(() => connection.up.block('handshake', false), handshake_ms);
      client.on('close', () => clearTimeout(timer));
    }
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (cutBy) {
      drop(client, cutBy);
      return;
    }
    counts.connections += 1;
    lead(client);
  });
  if (path !== undefined) await once(server.listen(path), 'listening');
  const port = path === undefined ? await listen(server, options.port, host) : 0;

  function cut(how: 'end' | 'reset' = 'end'): void {
    cutBy = how;
    for (const socket of sockets) drop(socket, how);
  }

  let closed: Promise<unknown> | undefined;
  async function close(): Promise<void> {
    closed ??= Promise.all([server, ...sockets].map((one) => new Promise((done) => one.once('close', done))));
    server.close();
    cut();
    await closed;
  }

  return {
    host,
    port,
    url: `http://${host}:${port}`,
    counts: () => ({ ...counts }),
    cut,
    hold(way) {
      for (const one of way ? [way] : ways) {
        held.add(one);
        for (const connection of connections) connection[one].block('held', true);
      }
    },
    mend() {
      cutBy = undefined;
      held.clear();
      for (const { up, down } of connections) for (const lane of [up, down]) lane.block('held', false);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
