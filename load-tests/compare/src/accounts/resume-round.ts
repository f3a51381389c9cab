import type { Todo } from '@meteor-vs-mean/contract';
import type { RoundTestbed } from '@meteor-vs-mean/experiments/command';
import type { Sample } from '@meteor-vs-mean/measure/run';
import { makeAccounts } from '@meteor-vs-mean/testbed/accounts';
import type { Build } from '@meteor-vs-mean/testbed/stacks';
import type { Run } from 'artillery-engine-pubsub';
import { gatherClients } from './clients.ts';
import { each, watchCpu } from './usage.ts';

const patience_s = 180;

export interface ResumeLoad {
  clients: number;
  arrivals_per_s: number;
  /** In each client's private list. */
  todos: number;
}

/** What one round found. */
interface Resumed {
  /** From the start of its connection until it has its list, of each client, fastest first. */
  waits_ms: number[];
  /** From the start of the first one's connection until the last one has its list. */
  last_ms: number;
  appCpu_ms: number | null;
  mongodCpu_ms: number | null;
  run: Run;
  accounts: Sample['accounts'];
}

/** Clients come back with the token of a session, one after the other: what each waits for its private list. */
export async function measureSnapshots(
  build: Build,
  load: ResumeLoad,
  testbed: RoundTestbed,
): Promise<Sample> {
  const { waits_ms, run, accounts } = await resume(build, load, testbed);
  return {
    figures: { snapshot_p50_ms: rank(waits_ms, 0.5), snapshot_p99_ms: rank(waits_ms, 0.99) },
    accounts,
    clientBusy: run.utilisation,
    texts: { 'waits.json': JSON.stringify(waits_ms) },
  };
}

/** All come within a second, as after a deployment: how long until the last one is served, and what that costs. */
export async function measureResume(build: Build, load: ResumeLoad, testbed: RoundTestbed): Promise<Sample> {
  const { waits_ms, last_ms, appCpu_ms, mongodCpu_ms, run, accounts } = await resume(build, load, testbed);
  const each_ms = (whole_ms: number | null) => each(whole_ms, load.clients);
  return {
    figures: {
      last_s: last_ms / 1000,
      wait_p50_ms: rank(waits_ms, 0.5),
      resumeCpu_ms: each_ms(appCpu_ms),
      resumeMongodCpu_ms: each_ms(mongodCpu_ms),
      clientCpu_ms: each_ms(run.cpu_ms),
    },
    accounts,
    texts: { 'waits.json': JSON.stringify(waits_ms) },
  };
}

async function resume(
  build: Build,
  { clients, arrivals_per_s, todos }: ResumeLoad,
  testbed: RoundTestbed,
): Promise<Resumed> {
  const db = testbed.database();
  // Before the app starts, as for log-ins.
  const accounts = await makeAccounts(db, { count: clients, todos });
  const app = await testbed.start(build, { database: db });
  const used = await watchCpu(testbed, app);
  const held = await gatherClients(testbed, {
    stack: build.stack,
    url: app.url,
    scenario: 'private',
    clients,
    arrivals_per_s,
    accounts,
    variables: { writes: 1, pause: '500ms' },
    // A client that is served late is a figure, not a failure.
    pubsub: { timeout: patience_s, readyTimeout: patience_s },
  });
  const { app_ms, mongod_ms } = await used();
  const run = await held.release();
  const { subscribers } = run;
  const waits_ms = subscribers
    .map(({ began_ns, ready_ns }) => Number(ready_ns - began_ns) / 1e6)
    .toSorted((a, b) => a - b);
  const first_ns = smallest(subscribers.map(({ began_ns }) => began_ns));
  const last_ns = largest(subscribers.map(({ ready_ns }) => ready_ns));
  const stored = await db.collection<Todo>('todos').countDocuments({ text: /^Write number/ });
  const witnesses = Object.values(run.witnesses);
  const calls = run.receivers.reduce((sum, { file }) => sum + file.calls.acknowledged, 0);
  return {
    waits_ms,
    last_ms: Number(last_ns - first_ns) / 1e6,
    appCpu_ms: app_ms,
    mongodCpu_ms: mongod_ms,
    run,
    accounts: [
      { what: 'clients with their list', owed: clients, seen: subscribers.length },
      // A guest sees none of these documents and may not write, so these clients were logged in.
      {
        what: 'documents of the lists that witnesses see',
        owed: witnesses.length * todos,
        seen: heldIn(run),
      },
      { what: 'writes into private lists that were acknowledged', owed: clients, seen: calls },
      { what: 'of these in MongoDB', owed: calls, seen: stored },
      { what: 'clients that stay connected', owed: clients, seen: clients - run.disconnects },
    ],
  };
}

/** Todos that were there before, in the views of the clients that keep them. */
function heldIn({ witnesses }: Run): number {
  return Object.values(witnesses)
    .flatMap((collections) => Object.values(collections))
    .flatMap((documents) => Object.values(documents))
    .filter(({ text }) => String(text).startsWith('Held document')).length;
}

/** Nearest rank. Null: there is none. */
function rank(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

const smallest = (all: readonly bigint[]) =>
  all.reduce((least, one) => (one < least ? one : least), all[0] ?? 0n);
const largest = (all: readonly bigint[]) =>
  all.reduce((most, one) => (one > most ? one : most), all[0] ?? 0n);
