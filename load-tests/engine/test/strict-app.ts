import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { onTestFinished } from 'vitest';

/** What the app does with the writes of its clients. */
interface Rules {
  /** It refuses writes above so many in each half second, by the clock. */
  mostPerHalfSecond?: number;
  /** It disconnects a client that sends more. */
  mostPerClient?: number;
  /** Whether it answers its n-th write. */
  answers?: (n: number) => boolean;
  /** It answers a write with this instead of `{ ok: true }`. */
  answer?: unknown;
  /** It refuses its n-th greeting with this code. */
  unwelcome?: (n: number) => string | undefined;
}

/** The app's own count. */
interface Counts {
  greetings: number;
  received: number;
  taken: number;
  refused: number;
  thrownOut: number;
  answered: number;
}

/** A Socket.io app that limits its clients, and counts for itself. `say` is a write, `said` goes to all clients. */
export async function strictApp(rules: Rules = {}) {
  const counts: Counts = { greetings: 0, received: 0, taken: 0, refused: 0, thrownOut: 0, answered: 0 };
  const http = createServer();
  const io = new Server(http, { serveClient: false });
  let [window, inWindow] = [0, 0];
  io.on('connection', (socket) => {
    let own = 0;
    socket.on('greet', (answer: (reply: unknown) => void) => {
      const refusal = rules.unwelcome?.(++counts.greetings);
      if (refusal !== undefined) counts.refused++;
      answer(refusal === undefined ? { ok: true, result: 'hello' } : { ok: false, error: refusal });
    });
    socket.on('leave', () => {
      counts.thrownOut++;
      socket.disconnect(true);
    });
    socket.on('say', (id: string, answer: (reply: unknown) => void) => {
      counts.received++;
      if (++own > (rules.mostPerClient ?? Infinity)) {
        counts.thrownOut++;
        return socket.disconnect(true);
      }
      const now = Math.floor(Date.now() / 500);
      if (now !== window) [window, inWindow] = [now, 0];
      if (++inWindow > (rules.mostPerHalfSecond ?? Infinity)) {
        counts.refused++;
        return answer({ ok: false, error: { code: 'too-many-requests', message: 'slow down' } });
      }
      counts.taken++;
      io.emit('said', id);
      if (rules.answers?.(counts.received) === false) return;
      counts.answered++;
      answer(rules.answer ?? { ok: true });
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<import('node:net').Socket>();
  io.engine.on('connection', ({ request }: { request: { socket: import('node:net').Socket } }) =>
    sockets.add(request.socket),
  );
  onTestFinished(() => io.close());
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    counts,
    /** Ends as a killed process does: no connection is closed properly. */
    kill(): void {
      http.close();
      for (const socket of sockets) socket.resetAndDestroy();
    },
  };
}
