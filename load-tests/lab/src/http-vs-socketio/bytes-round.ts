import type { Sample } from '../experiment.ts';
import type { LabTestbed } from '../testbed.ts';
import { Account, openBench, type Settled, settle, type Where } from './end.ts';
import type { Way } from './way.ts';

/** With the one before them ten: Socket.io numbers its requests, and these all have one digit. */
const exchanges = 9;

/**
 * Counts at the socket: headers, framing and TLS are in it, TCP's own headers aren't.
 *
 * Figures, in bytes: `exchange_bytes` one request and its answer over a way that is open (`_up_` from the client,
 * `_down_` to it); `cold_bytes` the opening, one exchange and the closing; `opened_bytes` the opening alone, where it
 * can be told.
 */
export async function playBytes(way: Way, where: Where, testbed: LabTestbed): Promise<Sample> {
  await using bench = await openBench(way, where, testbed, { metered: true, roundTrip_ms: 0 });
  const { server, drill, meter } = bench;
  if (!meter) throw new Error('Nothing counts the bytes of this round');
  const settled = (since?: Settled) => settle(server, meter, since);
  const account = new Account();
  const figures: Sample['figures'] = {};

  const closes = where === 'page' && !way.isOpened.page;
  if (closes) await server.ask({ do: 'closing', on: true });
  account.add(await drill.cold({ count: 3 }));
  const beforeCold = await settled();
  account.add(await drill.cold({ count: 1 }));
  figures.cold_bytes = between(beforeCold, await settled()).both;
  if (closes) await server.ask({ do: 'closing', on: false });

  const beforeOpen = await settled();
  await drill.open();
  if (way.isOpened[where]) figures.opened_bytes = between(beforeOpen, await settled()).both;
  // HTTP/2 has its headers in a table after the first time.
  account.add(await drill.series({ count: 1 }));
  const before = await settled();
  account.add(await drill.series({ count: exchanges }));
  const end = await settled(before);
  const { up, down, both } = between(before, end);
  figures.exchange_up_bytes = up / exchanges;
  figures.exchange_down_bytes = down / exchanges;
  figures.exchange_bytes = both / exchanges;
  return {
    figures,
    accounts: [
      ...account.told(),
      { what: 'requests at the service', owed: account.owed, seen: end.server.gets },
      {
        what: 'bytes up of the exchanges, at the server and at the relay',
        owed: end.server.read_bytes - before.server.read_bytes,
        seen: up,
      },
      {
        what: 'bytes down of the exchanges, at the server and at the relay',
        owed: end.server.written_bytes - before.server.written_bytes,
        seen: down,
      },
    ],
  };
}

function between(before: Settled, after: Settled): { up: number; down: number; both: number } {
  const up = after.relay.up_bytes - before.relay.up_bytes;
  const down = after.relay.down_bytes - before.relay.down_bytes;
  return { up, down, both: up + down };
}
