import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Measured } from '@meteor-vs-mean/measure/results';
import { scenarios } from '@meteor-vs-mean/scenarios';
import { decodeLatencies } from '@meteor-vs-mean/stats';
import { type MadeAccount, makeAccounts, writeAccounts } from '@meteor-vs-mean/testbed/accounts';
import { type Run, readRun, readUsers, timesOf } from 'artillery-engine-pubsub';
import { environmentOf } from '../contestants/environments.ts';
import { type Context, keepLogs, startSubject } from '../context/context.ts';
import type { PlannedUsers } from '../experiments/planned-round.ts';
import { startGenerator } from '../generator/generator.ts';
import { accountFor, type Deliveries } from './delivery-account.ts';
import { keepFiles } from './delivery-round.ts';
import { observe } from './observe.ts';

/** In each list of an account: its own, and one that it shares. */
const todos = 20;
/** How many accounts share a list. */
const shared = 4;
/** Of the next user while another one still has its account: so nobody has two users at once. */
const accountsEach = 2;
/** Of a toy. */
const hasty = { pause: '500ms', stay: '500ms' };

/** Users who are there at once, each with an account, do what their scenario says. */
export async function runUsersRound(
  context: Context,
  number: number,
  planned: PlannedUsers,
): Promise<Measured> {
  const { options } = context;
  const { pair, contestant, load, scenario } = planned;
  const started = new Date().toISOString();
  const seed = options.seed + pair - 1;
  let accounts: MadeAccount[] = [];
  await using subject = await startSubject(context, number, contestant, async (db) => {
    accounts = await makeAccounts(db, { count: accountsEach * load.clients, todos, shared });
  });
  await mkdir(subject.out, { recursive: true });
  // With the accounts' tokens: it is removed with the run.
  const payload = path.join(context.work, `accounts-${number}.csv`);
  await writeAccounts(payload, accounts);
  const report = path.join(context.work, `report-${number}.json`);
  const generator = await startGenerator({
    scenario: scenarios[scenario].file,
    environment: environmentOf(contestant.stack, contestant.transport),
    target: subject.clientUrl,
    clients: load.clients,
    atOnce: load,
    out: subject.out,
    pubsub: { transport: contestant.transport, compression: contestant.variant.compression },
    // The rooms go with the database.
    variables: { clear: false, ...(options.size === 'toy' ? hasty : {}) },
    payload,
    report,
    log: path.join(context.work, `${path.basename(subject.out)}.log`),
  });
  try {
    const observed = await observe({
      app: subject.app,
      mongod: context.testbed.mongo.pid,
      generator,
      out: subject.out,
      load,
      cores: context.cores,
      signal: context.signal,
      isOfUsers: true,
      onStart: (t0_ns) => context.onRound?.({ app: subject.app, generatorPids: generator.pids, t0_ns }),
    });
    const run = readRun(subject.out);
    const { compared = 0, differ = 0 } = run.journey?.views ?? {};
    const { arrived = 0, completed = 0 } = (await readUsers(report)) ?? {};
    const { round, latencies } = accountFor({
      run,
      observed,
      deliveries: deliveriesOf(run, load.clients),
      mongodEnded: await subject.mongodRestarted().catch(() => true),
      witnesses: { checked: compared, differing: Math.min(compared, differ) },
      documentsBefore: subject.documentsBefore,
      clients: load.clients,
      failedUsers: arrived - completed,
      transport: contestant.transport,
      // The publications of a flow may have different ones.
      driver: null,
      cores: context.cores,
      isLatencyQuoted: true,
      size: options.size,
    });
    await keepFiles(context, number, run, latencies, observed.timeline);
    if (round.verdict === 'void') await keepLogs(context, number, subject.out);
    return {
      round: {
        kind: 'deliveries',
        isOfUsers: true,
        round: number,
        pair,
        load: scenario,
        contestant: contestant.key,
        started,
        seed,
        parents: load.clients,
        rate_per_s: round.sent / load.duration_s,
        generators: generator.pids.length,
        drain_ms: load.drain_s * 1000,
        ...round,
      },
      latencies,
    };
  } finally {
    await generator.stop();
  }
}

/** What users of a journey are owed; of another flow the answer to each call. */
function deliveriesOf({ calls, journey, duplicated, reordered }: Run, users: number): Deliveries {
  const { sent, acknowledged, refused, expected, latency } = calls;
  const answered = acknowledged + expected;
  const writes = {
    subscribers: users,
    scheduled: sent,
    sent,
    acknowledged: answered,
    refused,
    stored: answered,
    superseded: 0,
  };
  if (journey === undefined) {
    const account = { expected: sent, delivered: answered, lost: sent - answered, unexpected: 0 };
    return { ...writes, ...account, duplicated, reordered, latency: decodeLatencies(latency) };
  }
  const { owed, seen, lost, doubled, outOfOrder, unexpected } = journey.deliveries;
  return {
    ...writes,
    ...{ expected: owed, delivered: seen, lost, unexpected },
    ...{ duplicated: doubled, reordered: outOfOrder },
    latency: timesOf(journey),
  };
}
