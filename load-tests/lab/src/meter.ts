import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { startToxiproxy } from '@meteor-vs-mean/proxies';
import { host, listen } from './listen.ts';
import type { Meter } from './stage.ts';

/**
 * A relay of TCP that counts bytes; with a round trip, toxiproxy stands between it and the target:
 * client, relay, toxiproxy, target. It counts what the client wrote and what reached it.
 *
 * Toxiproxy delays what connections carry, not connecting. So what a client sends first on a connection waits for one
 * round trip more, as it would have for the handshake.
 * @param roundTrip_ms an even number, 0 for none
 */
export async function openMeter(
  target: { host: string; port: number },
  roundTrip_ms = 0,
): Promise<Meter & { close(): Promise<void> }> {
  if (roundTrip_ms % 2 !== 0) {
    throw new Error(
      `toxiproxy delays each way by whole milliseconds: a round trip of ${roundTrip_ms} ms can't be halved`,
    );
  }
  await using opening = new AsyncDisposableStack();
  let upstream = target;
  if (roundTrip_ms > 0) {
    const shaper = await startToxiproxy({ latency_ms: roundTrip_ms / 2, jitter_ms: 0, loss: 0 });
    opening.defer(() => shaper.stop());
    const { hostname, port } = new URL((await shaper.open(target)).url);
    upstream = { host: hostname, port: Number(port) };
  }
  const counts = { up_bytes: 0, down_bytes: 0, connections: 0 };
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    counts.connections += 1;
    const onward = connect({ ...upstream, allowHalfOpen: true, noDelay: true });
    for (const [one, other] of [
      [client, onward],
      [onward, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        // One that was cut off has said no end; what it sent before is still under way.
        other.end();
      });
    }
    onward.on('data', (chunk) => {
      counts.down_bytes += chunk.length;
    });
    onward.pipe(client);
    const lead = () => {
      client.on('data', (chunk) => {
        counts.up_bytes += chunk.length;
      });
      client.pipe(onward);
    };
    if (roundTrip_ms === 0) lead();
    else setTimeout(lead, roundTrip_ms);
  });
  const port = await listen(server);
  opening.defer(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });
  const ends = opening.move();
  return {
    host,
    port,
    counted: () => ({ ...counts }),
    close: () => ends.disposeAsync(),
  };
}
