import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type AppContestant, hasGuards, instancesOf, type Network } from '@meteor-vs-mean/measure/results';
import type { Opening, Progress } from '@meteor-vs-mean/measure/run';
import type { Testbed } from '@meteor-vs-mean/testbed';
import { addressesOf } from '@meteor-vs-mean/testbed/apps';
import { urlOf } from '@meteor-vs-mean/testbed/mongo';
import type { Build, RunningApp } from '@meteor-vs-mean/testbed/stacks';
import type { Db, MongoClient } from 'mongodb';
import type { Options } from '../options/options.ts';
import { type Cores, pin } from './cores.ts';
import type { Between } from './network.ts';

/** A log file. */
function logTo(file: string): (line: string) => void {
  return (line) => appendFileSync(file, `${line}\n`);
}

/** What all rounds of a run share. */
export interface Context {
  /** Letters, digits and dashes. */
  readonly id: string;
  readonly options: Options;
  readonly testbed: Testbed;
  readonly builds: ReadonlyMap<string, Build>;
  readonly files: Opening['files'];
  /** A temporary folder, removed at the end. */
  readonly work: string;
  readonly progress: Progress;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** What lies between the generator and the apps; null: nothing. */
  readonly between: Between | null;
  /** The same for the manifest. */
  readonly network: Network;
  /** On which cores what runs. */
  readonly cores: Cores;
  /** Called after the first write of each delivery round was due, while it runs: for faults from outside. */
  readonly onRound?: (round: UnderWay) => Promise<void>;
}

/** A delivery round that runs. */
export interface UnderWay {
  app: RunningApp;
  generatorPids: number[];
  /** When the schedule began, on the clock of process.hrtime.bigint(). */
  t0_ns: bigint;
}

/** With a void round what app and generator printed goes to the results. */
export async function keepLogs({ files, work }: Context, round: number, ...outs: string[]): Promise<void> {
  const logs = [
    ['app.log', `app-${round}.log`],
    ...outs.map((out) => [`${path.basename(out)}.log`, `${path.basename(out)}.log`]),
  ];
  for (const [name, log] of logs as [string, string][]) {
    const text = await readFile(path.join(work, log), 'utf8').catch(() => undefined);
    if (text) await files.writeRoundFile(round, name, text);
  }
}

function builtOf({ builds }: Context, stack: string): Build {
  const build = builds.get(stack);
  if (!build) throw new Error(`${stack} was not built`);
  return build;
}

/** A process of the app, as clients reach it. */
export interface Instance {
  readonly app: RunningApp;
  /** Its address as clients have it: through what lies between. */
  readonly clientUrl: string;
}

/** What a round measures: an app on a database of its own. Both are gone when it is disposed of. */
export interface Subject extends Instance, AsyncDisposable {
  readonly db: Db;
  /** All processes of the app, on one database; `app` is the first. */
  readonly instances: readonly Instance[];
  /** The app's database, as a writer beside the app reaches it: with what its writes ask for. */
  readonly databaseUrl: string;
  /** Documents in the database before anything was put there. */
  readonly documentsBefore: number;
  /** True if MongoDB is another process than when the round began. */
  mongodRestarted(): Promise<boolean>;
  /** True once the app has ended, though nobody stopped it. */
  appEnded(): boolean;
  /** The observe driver that the mode should have, with a window or without; null for a stack that has none, or can't be asked. */
  driver(hasWindow: boolean): string | null;
  /** For the generator's files. */
  readonly out: string;
}

/** A MongoDB that is gone is noticed sooner than by the driver. */
const gone = { timeoutMS: 5_000 };

async function mongodPid(client: MongoClient): Promise<string> {
  return String((await client.db('admin').command({ serverStatus: 1 }, gone)).pid);
}

async function countDocuments(db: Db): Promise<number> {
  let count = 0;
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    count += await db.collection(name).countDocuments();
  }
  return count;
}

/** A capacity is that of the app, and not of its quotas by address. */
export function addressesIn({ between, options }: Pick<Context, 'between' | 'options'>) {
  return addressesOf(between !== null, options.experiment === 'capacity');
}

/**
 * Prepares a database, then starts the app on it.
 * @param seed fills the database before the app looks at it
 */
export async function startSubject(
  context: Context,
  round: number,
  contestant: AppContestant,
  seed: (db: Db) => Promise<void>,
): Promise<Subject> {
  const { stack, mode, variant } = contestant;
  const build = builtOf(context, stack);
  await using cleanUp = new AsyncDisposableStack();
  const testbed = cleanUp.use(context.testbed.within());
  const { client, mongo } = testbed;
  const db = testbed.database();
  const mongod = await mongodPid(client);
  const documentsBefore = await countDocuments(db);
  await seed(db);
  const log = logTo(path.join(context.work, `app-${round}.log`));
  const startInstance = async (number: number): Promise<Instance> => {
    const app = await testbed.start(build, {
      mode,
      database: db,
      probe: variant.probe,
      writeConcern: variant.writeConcern,
      ...(variant.node === null ? {} : { node: builtOf(context, variant.node).node }),
      ...(variant.serverTransport ? { serverTransport: variant.serverTransport } : {}),
      ...(variant.strategy === null ? {} : { settings: { publicationStrategy: variant.strategy } }),
      env: { ...addressesIn(context).env, GUARDS: hasGuards(contestant) ? 'on' : 'off' },
      log: (line) => log(number === 1 ? line : `instance ${number}: ${line}`),
    });
    if (context.cores.bound) await pin(app.pid, context.cores.app);
    const target = { host: new URL(app.url).hostname, port: app.port };
    const between = await testbed.own(
      async () => context.between?.(target),
      async (way) => way?.close(),
    );
    return { app, clientUrl: between?.url ?? app.url };
  };
  // One after the other: the first makes the indexes, and each has a core to itself while it starts.
  const first = await startInstance(1);
  const instances = [first];
  for (let number = 2; number <= (instancesOf(contestant)?.count ?? 1); number++) {
    instances.push(await startInstance(number));
  }
  const { app } = first;
  let ended = false;
  void app.exited.then(() => {
    ended = true;
  });
  const kept = cleanUp.move();
  return {
    db,
    documentsBefore,
    ...first,
    instances,
    databaseUrl: urlOf(mongo, db.databaseName, { w: variant.writeConcern }),
    appEnded: () => ended,
    mongodRestarted: async () => (await mongodPid(client)) !== mongod,
    driver: (hasWindow) => (variant.probe ? build.observeDriver(mode, hasWindow) : null),
    out: path.join(context.work, `generator-${round}`),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
