import { setTimeout as wait } from 'node:timers/promises';
import type { Stage } from '../stage.ts';
import type { Ends } from './ends.ts';
import { batchOf } from './payload.ts';
import type { Sent } from './sender.ts';
import { settle } from './step.ts';

/** Few, on one connection, through a relay that counts bytes. */
const batch = 50;
const times = 20;

/** Bytes of both directions for the batches alone, without what opening takes. */
export async function countBytes(ends: Ends, { meter, signal }: Stage) {
  const { server, clients, target } = ends;
  const client = clients[0];
  if (!client) throw new Error('there is no client to count the bytes of');
  await client.ask({ do: 'close' });
  while ((await server.ask<Sent>({ do: 'count' })).connections > 0) await wait(10, undefined, { signal });
  const url = new URL(ends.url);
  const relay = await meter({ host: url.hostname, port: Number(url.port) });
  url.port = String(relay.port);
  await client.ask({ do: 'open', url: url.href, connections: 1, most: 1 });
  const before = relay.counted();
  await server.ask({ do: 'send', batch, times });
  await settle(ends, signal);
  const after = relay.counted();
  const down_bytes = after.down_bytes - before.down_bytes;
  return {
    figures: {
      bytes_per_event: down_bytes / (batch * times),
      up_bytes_per_batch: (after.up_bytes - before.up_bytes) / times,
    },
    accounts:
      target.wire_bytes === null
        ? []
        : [
            {
              what: 'bytes to the client',
              owed: target.wire_bytes(batchOf(batch).length, times),
              seen: down_bytes,
            },
          ],
  };
}
