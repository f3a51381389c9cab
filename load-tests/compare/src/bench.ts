import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Progress, ResultsFolder } from '@meteor-vs-mean/bench';
import { type Mongo, urlOf } from '@meteor-vs-mean/mongo';
import type { Contestant, Manifest, Network, Round, SelfMeasure, Summary } from '@meteor-vs-mean/report';
import type { Build, RunningApp } from '@meteor-vs-mean/stacks';
import type { Db, MongoClient } from 'mongodb';
import type { Between } from './between.ts';
import { type Cores, pin } from './cores.ts';
import type { Options } from './options.ts';

/** A log file. */
function logTo(file: string): (line: string) => void {
  return (line) => appendFileSync(file, `${line}\n`);
}

/** What all rounds of a run share. */
export interface Bench {
  /** Letters, digits and dashes; databases of the run are named after it. */
  readonly id: string;
  readonly options: Options;
  readonly mongo: Mongo;
  readonly client: MongoClient;
  readonly builds: ReadonlyMap<string, Build>;
  readonly folder: ResultsFolder<Manifest, Round, Summary>;
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
  /** Of the newest self-measure of this machine; empty if there is none. */
  readonly measures: readonly SelfMeasure[];
  /** Called after the first write of each delivery round was due, while it runs: for faults from outside. */
  readonly onRound?: (round: UnderWay) => Promise<void>;
  /** True: a void round isn't run again; what is done to it from outside was meant for one. */
  readonly noneAgain?: boolean;
}

/** A delivery round that runs. */
export interface UnderWay {
  app: RunningApp;
  generatorPids: number[];
  /** When the schedule began, on the clock of process.hrtime.bigint(). */
  t0_ns: bigint;
}

/** With a void round what app and generator printed goes to the results. */
export async function keepLogs({ folder, work }: Bench, round: number, ...outs: string[]): Promise<void> {
  const logs = [
    ['app.log', `app-${round}.log`],
    ...outs.map((out) => [`${path.basename(out)}.log`, `${path.basename(out)}.log`]),
  ];
  for (const [name, log] of logs as [string, string][]) {
    const text = await readFile(path.join(work, log)).catch(() => undefined);
    if (text) await folder.writeRoundFile(round, name, text);
  }
}

function builtOf({ builds }: Bench, stack: string): Build {
  const build = builds.get(stack);
  if (!build) throw new Error(`${stack} was not built`);
  return build;
}

/** The stage of one round: an app on a database of its own. Both are gone when it is disposed of. */
export interface Stage extends AsyncDisposable {
  readonly db: Db;
  readonly app: RunningApp;
  /** The app's address as clients have it: through what lies between. */
  readonly clientUrl: string;
  /** The app's database, as a writer beside the app reaches it: with what its writes ask for. */
  readonly databaseUrl: string;
  /** Documents in the database before anything was put there. */
  readonly documentsBefore: number;
  /** True if MongoDB is another process than when the round began. */
  mongodRestarted(): Promise<boolean>;
  /** True once the app has ended, though nobody stopped it. */
  appEnded(): boolean;
  /** The observe driver that the mode should have; null for a stack that has none, or can't be asked. */
  readonly driver: string | null;
  /** For the generator's files. */
  readonly out: string;
}

async function mongodPid(client: MongoClient): Promise<string> {
  return String((await client.db('admin').command({ serverStatus: 1 })).pid);
}

async function countDocuments(db: Db): Promise<number> {
  let count = 0;
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    count += await db.collection(name).countDocuments();
  }
  return count;
}

/**
 * Prepares a database, then starts the app on it.
 * @param seed fills the database before the app looks at it
 */
export async function setStage(
  bench: Bench,
  round: number,
  { stack, mode, variant }: Contestant,
  seed: (db: Db) => Promise<void>,
): Promise<Stage> {
  const build = builtOf(bench, stack);
  const name = `${bench.id}-${round}`;
  const db = bench.client.db(name);
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(async () => {
    // A MongoDB that is gone has nothing to drop, and that must not hide why the round failed.
    await db.dropDatabase().catch(() => {});
  });
  const mongod = await mongodPid(bench.client);
  const documentsBefore = await countDocuments(db);
  await seed(db);
  bench.signal.throwIfAborted();
  const log = path.join(bench.work, `app-${round}.log`);
  const app = await build.start({
    mode,
    port: 0,
    mongo: bench.mongo,
    database: name,
    probe: variant.probe,
    writeConcern: variant.writeConcern,
    ...(variant.node === null ? {} : { node: builtOf(bench, variant.node).node }),
    ...(variant.strategy === null ? {} : { settings: { publicationStrategy: variant.strategy } }),
    log: logTo(log),
  });
  cleanUp.defer(() => app.stop());
  if (bench.cores.bound) await pin(app.pid, bench.cores.app);
  const between = await bench.between?.({ host: new URL(app.url).hostname, port: app.port });
  cleanUp.defer(async () => between?.close());
  let ended = false;
  void app.exited.then(() => {
    ended = true;
  });
  const kept = cleanUp.move();
  return {
    db,
    documentsBefore,
    app,
    clientUrl: between?.url ?? app.url,
    databaseUrl: urlOf(bench.mongo, name, { w: variant.writeConcern }),
    appEnded: () => ended,
    mongodRestarted: async () => (await mongodPid(bench.client)) !== mongod,
    driver: variant.probe ? build.observeDriver(mode) : null,
    out: path.join(bench.work, `generator-${round}`),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
