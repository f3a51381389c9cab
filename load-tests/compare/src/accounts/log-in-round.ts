import type { RoundTestbed } from '@meteor-vs-mean/experiments/command';
import type { Sample } from '@meteor-vs-mean/measure/run';
import { decodeLatencies, percentiles } from '@meteor-vs-mean/stats';
import { makeAccounts } from '@meteor-vs-mean/testbed/accounts';
import type { Build } from '@meteor-vs-mean/testbed/stacks';
import { gatherClients } from './clients.ts';
import { each, watchCpu } from './usage.ts';

export interface LogInLoad {
  /** Log-ins with a password, each of another account. */
  count: number;
  rate_per_s: number;
}

/** Log-ins at a rate that both stacks hold: how long each takes, and what the hashing costs. */
export async function measureLogIns(
  build: Build,
  { count, rate_per_s }: LogInLoad,
  testbed: RoundTestbed,
): Promise<Sample> {
  const db = testbed.database();
  // Before the app starts: its CPU to process their change events would count as that of its first clients.
  const accounts = await makeAccounts(db, { count, todos: 0 });
  const app = await testbed.start(build, { database: db });
  const used = await watchCpu(testbed, app);
  const clients = await gatherClients(testbed, {
    stack: build.stack,
    url: app.url,
    scenario: 'log-in',
    clients: count,
    arrivals_per_s: rate_per_s,
    accounts,
  });
  const { app_ms, mongod_ms } = await used();
  const { logins, utilisation } = await clients.release();
  const { p50_ms, p99_ms } = percentiles(decodeLatencies(logins.latency), 0);
  return {
    figures: {
      logIn_p50_ms: p50_ms,
      logIn_p99_ms: p99_ms,
      logInCpu_ms: each(app_ms, count),
      logInMongodCpu_ms: each(mongod_ms, count),
    },
    accounts: [{ what: 'log-ins with a password', owed: count, seen: logins.acknowledged }],
    clientBusy: utilisation,
    texts: { 'logins.hdr': logins.latency },
  };
}
