import { serve } from '../program-side.ts';

/** One connection. */
export interface Side {
  send(text: string): void;
  /** Resolves when it is closed. */
  close(): Promise<void>;
}

/** Opens a connection; resolves when it is open. */
export type Open = (url: string, onMessage: (data: unknown) => void) => Promise<Side>;

/** Of both connections together, since they were opened. */
export interface Counts {
  /** Of the program's own clock. */
  at_ms: number;
  /** How often the first side has had its ping answered. */
  roundTrips: number;
  sent: number;
  received: number;
  /** Of those received: as text, as they were sent. */
  text: number;
}

/**
 * Serves a client's program. Commands: `open` (two connections to a port), then `play` (so many round trips), or `start`
 * and, any time later, `count` and `stop`; at last `close`. One message is under way at any time, so after `stop` and
 * `play` none is.
 */
export function servePlayer(open: Open): void {
  let first: Side | undefined;
  let second: Side | undefined;
  let counts = none();
  let last = Number.POSITIVE_INFINITY;
  let whenOver = Promise.withResolvers<void>();

  const ping = () => {
    counts.sent += 1;
    first?.send('ping');
  };
  const atFirst = (data: unknown) => {
    counts.received += 1;
    if (typeof data === 'string') counts.text += 1;
    counts.roundTrips += 1;
    if (counts.roundTrips < last) ping();
    else whenOver.resolve();
  };
  const atSecond = (data: unknown) => {
    counts.received += 1;
    if (typeof data === 'string') counts.text += 1;
    counts.sent += 1;
    second?.send('pong');
  };
  const count = (): Counts => ({ ...counts, at_ms: performance.now() });
  const begin = (roundTrips: number) => {
    whenOver = Promise.withResolvers();
    last = roundTrips;
    ping();
  };

  serve(
    {},
    {
      async open({ port }: { port: number }) {
        counts = none();
        const url = `ws://127.0.0.1:${port}`;
        [first, second] = await Promise.all([open(url, atFirst), open(url, atSecond)]);
      },
      async play({ roundTrips }: { roundTrips: number }) {
        begin(counts.roundTrips + roundTrips);
        await whenOver.promise;
        return count();
      },
      start() {
        begin(Number.POSITIVE_INFINITY);
      },
      count,
      async stop() {
        last = 0;
        await whenOver.promise;
        return count();
      },
      async close() {
        await Promise.all([first?.close(), second?.close()]);
      },
    },
  );
}

const none = () => ({ roundTrips: 0, sent: 0, received: 0, text: 0 });
