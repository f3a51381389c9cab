import { median } from '@meteor-vs-mean/stats';
import type { Sample } from '../experiment.ts';
import type { LabTestbed } from '../testbed.ts';
import { Account, openBench, type Where } from './end.ts';
import type { ServerCounts } from './server.ts';
import type { Way } from './way.ts';

export interface RequestSpan {
  roundTrip_ms: number;
  series: number;
  /** Ways opened for one request each. */
  cold: number;
  /** How many requests at once, and how often. */
  together: number;
  times: number;
  flood: { inFlight: number; for_ms: number };
}

/**
 * One client, in a page or in Node, that asks in every manner of the original.
 *
 * Figures: `one_ms` one request over a way that is open; `cold_ms` one with its opening,
 * and `cold_connections` how many connections that took; `opened_ms` the opening alone,
 * where it can be told; `together_ms` and `same_ms` so many at once, of different ids and of one; `same_gets` how many
 * of the latter reached the server; `rate_per_s` with very many under way, and what that took of both ends' CPU.
 */
export async function playRequests(
  way: Way,
  where: Where,
  span: RequestSpan,
  testbed: LabTestbed,
): Promise<Sample> {
  const { roundTrip_ms } = span;
  await using bench = await openBench(way, where, testbed, { metered: false, roundTrip_ms });
  const { server, drill, cpu } = bench;
  const counts = () => server.ask<ServerCounts>({ do: 'counts' });
  const account = new Account();
  const figures: Sample['figures'] = {};

  // Cold: a browser has its connections closed by the server, or it would keep them.
  const closes = where === 'page' && !way.isOpened.page;
  if (closes) await server.ask({ do: 'closing', on: true });
  // The first ones warm both ends up, and use up what the browser had opened for the page.
  account.add(await drill.cold({ count: 3 }));
  const beforeCold = await counts();
  const cold = account.add(await drill.cold({ count: span.cold }));
  const coldConnections = (await counts()).connections - beforeCold.connections;
  if (closes) await server.ask({ do: 'closing', on: false });
  figures.cold_connections = coldConnections / span.cold;
  figures.cold_ms = median(cold.each_ms) ?? null;
  if (way.isOpened[where]) figures.opened_ms = median(cold.opened_ms) ?? null;
  if (way.parts.includes('requests')) {
    await drill.open();
    account.add(await drill.together({ count: span.together, same: false }));
    account.add(await drill.series({ count: span.series }));
    figures.one_ms = median(account.add(await drill.series({ count: span.series })).each_ms) ?? null;
    const took = async (same: boolean) =>
      account.add(await drill.together({ count: span.together, same })).took_ms;
    const different: number[] = [];
    for (let time = 0; time < span.times; time++) different.push(await took(false));
    figures.together_ms = median(different) ?? null;
    if (where === 'page') {
      const before = await counts();
      figures.same_ms = await took(true);
      figures.same_gets = (await counts()).gets - before.gets;
    }
    const before = await cpu();
    const began = performance.now();
    const flood = await drill.flood(span.flood);
    account.add(flood, flood.abandoned);
    const took_ms = performance.now() - began;
    const after = await cpu();
    figures.rate_per_s = flood.perSecond;
    const spent = { server: after.server_ms - before.server_ms, client: after.client_ms - before.client_ms };
    figures.server_us = (spent.server * 1000) / flood.right;
    figures.client_us = (spent.client * 1000) / flood.right;
    figures.server_busy = spent.server / took_ms;
    figures.client_busy = spent.client / took_ms;
  }
  await drill.close();
  return {
    figures,
    accounts: [
      ...account.told(),
      // How many connections long polling takes is its client's affair.
      ...(way.parts.includes('requests')
        ? [{ what: 'connections of the cold requests', owed: span.cold, seen: coldConnections }]
        : []),
    ],
  };
}
