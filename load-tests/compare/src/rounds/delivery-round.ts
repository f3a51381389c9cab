import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { audienceOf, instancesOf, type Measured } from '@meteor-vs-mean/measure/results';
import { parentsOf, scenarios } from '@meteor-vs-mean/scenarios';
import { encodeLatencies, type Latencies } from '@meteor-vs-mean/stats';
import { stackNamed } from '@meteor-vs-mean/testbed/stacks';
import { type Run, readRun, span_ms } from 'artillery-engine-pubsub';
import { environmentOf } from '../contestants/environments.ts';
import { type Context, keepLogs, startSubject } from '../context/context.ts';
import type { PlannedDeliveries } from '../experiments/planned-round.ts';
import { generatorsFor } from '../generator/capacity.ts';
import { startGenerator } from '../generator/generator.ts';
import { accountFor, deliveriesOf } from './delivery-account.ts';
import { clientsOf, idleAccount, killAfter, killedAccount } from './instance-account.ts';
import { rolesOf } from './layout.ts';
import { observe } from './observe.ts';
import { readDatabase } from './stored.ts';
import type { TimelineEntry } from './timeline.ts';
import { writersFor } from './writers.ts';

/** One scenario on one stack, from an empty database and a fresh start of the app. */
export async function runDeliveryRound(
  context: Context,
  number: number,
  planned: PlannedDeliveries,
): Promise<Measured> {
  const { options } = context;
  const { pair, contestant, load, scenario: name } = planned;
  const scenario = scenarios[name];
  const { variant } = contestant;
  const started = new Date().toISOString();
  // Both rounds of a pair have the schedule of one seed.
  const seed = options.seed + pair - 1;
  const parent = `${scenario.parent}-${number}`;
  const parents = parentsOf(audienceOf(contestant), parent, load.clients);
  const { storesNothing = false } = stackNamed(contestant.stack);
  await using subject = await startSubject(context, number, contestant, async (db) => {
    if (!storesNothing) await scenario.seed(db, parents, 0);
  });
  const roles = rolesOf(contestant, subject.instances);
  const [app = subject.app, ...others] = roles.lasting;
  await mkdir(subject.out, { recursive: true });
  const generator = await startGenerator({
    scenario: scenario.file,
    environment: environmentOf(contestant.stack, contestant.transport),
    target: subject.clientUrl,
    clients: load.clients,
    processes: generatorsFor(context, load, parents.length),
    out: subject.out,
    pubsub: {
      transport: contestant.transport,
      audience: audienceOf(contestant),
      compression: variant.compression,
      // A witness's view is compared with the database.
      ...(storesNothing ? { witnesses: 0 } : {}),
      ...(subject.instances.length > 1
        ? { targets: { subscribers: roles.subscribers, writers: roles.writers } }
        : {}),
      // As many witnesses as instances: one of them is at the one that is killed.
      ...(roles.killed ? { reconnect: true, witnesses: Math.max(3, subject.instances.length) } : {}),
      ...(variant.writer === 'database' ? { database: { url: subject.databaseUrl } } : {}),
    },
    variables: {
      [scenario.parent === 'listId' ? 'list' : 'room']: parent,
      rate: load.rate,
      duration: load.duration_s,
      writers: writersFor(load.rate),
      seed,
      drain: load.drain_s,
      ...(variant.writer === 'database' ? { writer: variant.writer } : {}),
      make: false,
    },
    log: path.join(context.work, `${path.basename(subject.out)}.log`),
  });
  try {
    let killed_ms: number | undefined;
    const observed = await observe({
      app,
      others,
      idle: roles.idle,
      mongod: context.testbed.mongo.pid,
      generator,
      out: subject.out,
      load,
      cores: context.cores,
      signal: context.signal,
      onStart: async (t0_ns) => {
        if (roles.killed) {
          const half_ms = (load.duration_s * 1000) / 2;
          killed_ms = await killAfter(roles.killed.app, t0_ns, half_ms, context.signal);
        }
        await context.onRound?.({ app: subject.app, generatorPids: generator.pids, t0_ns });
      },
    });
    const run = readRun(subject.out);
    const { stored, ...found } = await readDatabase({ subject, scenario, parents, run, storesNothing });
    const { round, latencies } = accountFor({
      run,
      observed,
      ...found,
      deliveries: deliveriesOf(run, stored, scenario.window),
      documentsBefore: subject.documentsBefore,
      clients: load.clients,
      killedClients: clientsOf(roles.killed, run),
      transport: contestant.transport,
      driver: subject.driver(scenario.window !== undefined),
      cores: context.cores,
      // Several instances are there for what they cost, and for who gets what.
      isLatencyQuoted: !instancesOf(contestant) || !context.cores.shared,
      size: options.size,
    });
    await keepFiles(context, number, run, latencies, observed.timeline);
    if (round.verdict === 'void') await keepLogs(context, number, subject.out);
    return {
      round: {
        kind: 'deliveries',
        round: number,
        pair,
        load: name,
        contestant: contestant.key,
        started,
        seed,
        parents: parents.length,
        rate_per_s: load.rate,
        generators: generator.pids.length,
        drain_ms: load.drain_s * 1000,
        ...round,
        ...(await idleAccount(roles, observed)),
        ...killedAccount(roles, run, stored, killed_ms),
      },
      latencies,
    };
  } finally {
    await generator.stop();
  }
}

/** The schedule, the timeline and the histograms go to the results. */
export async function keepFiles(
  { files }: Context,
  round: number,
  run: Run,
  latencies: Latencies,
  timeline: readonly TimelineEntry[],
): Promise<void> {
  for (const entry of timeline) await files.appendRoundLine(round, 'timeline.jsonl', entry);
  if (run.schedule) await files.writeRoundFile(round, 'schedule.json', JSON.stringify(run.schedule));
  await files.writeRoundFile(round, 'latency.hdr', encodeLatencies(latencies));
  await files.writeRoundFile(round, 'deliveries.json', JSON.stringify({ span_ms, counts: run.spans }));
  if (run.writers) await files.writeRoundFile(round, 'writers.json', JSON.stringify(run.writers));
}
