import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { begin, createResultsFolder, OptionError, type Progress } from '@meteor-vs-mean/bench';
import type { MongoFacts } from '@meteor-vs-mean/report';
import { bind, chooseCores } from './cores.ts';
import { nothingFound } from './findings.ts';
import { machineWith } from './machine.ts';
import { loopback } from './network.ts';
import type { Options } from './options.ts';
import type { Outcome } from './run.ts';
import { manifestOf } from './run-record.ts';
import { measureSelf } from './self.ts';
import { summarise } from './summary.ts';

/** Those that browsers use. */
const transports = ['socketio', 'ddp-sockjs'];
const known = [...transports, 'ddp'];

/** The echo stores nothing. */
const noMongo: MongoFacts = {
  version: 'none',
  source: 'none: the echo stores nothing',
  storageEngine: 'none',
  journalCommitInterval_ms: null,
  writeConcernMajorityJournalDefault: null,
  defaultWriteConcern: null,
  writeConcern: 'none',
};

/**
 * `compare --self`: the bench alone, without stacks and MongoDB. `--transport` chooses what is spoken.
 * @throws if `--transport` names none that there is; the signal's reason, after which nothing is left behind
 */
export async function runSelf(
  options: Options,
  command: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<Outcome> {
  const unknown = options.transports.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new OptionError(`--transport: there is no "${unknown}"; known are ${known.join(', ')}`);
  }
  const begun = await begin(options);
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => progress.done());
  const work = await mkdtemp(path.join(tmpdir(), 'meteor-vs-mean-'));
  cleanUp.defer(() => rm(work, { recursive: true, force: true }));
  const folder = await createResultsFolder(begun.place);
  cleanUp.defer(() => folder.discard());

  const cores = chooseCores();
  const machine = machineWith(cores);
  await bind(cores, undefined);
  const { seed, toy } = options;
  const asked = options.transports.length > 0 ? options.transports : transports.slice(0, toy ? 1 : undefined);
  const self = await measureSelf({ work, progress, signal, cores, seed, toy }, asked);

  const frame = {
    id: begun.id,
    toy,
    experiment: options.experiment,
    seed,
    partial: false,
    stacks: {},
    mongo: noMongo,
    machine,
    network: loopback,
  };
  const summary = {
    ...summarise({ ...frame, ...nothingFound, self, floor: null, bench: null }, []),
    // One that found nothing to hold says nothing of this machine.
    enough: self.every(({ deliveries_per_s, subscribers }) => deliveries_per_s > 0 && subscribers > 0),
  };
  const manifest = manifestOf(begun, frame, { command, options, ended: 'complete' });
  signal.throwIfAborted();
  await folder.finish(manifest, summary);
  return { folder: path.relative(process.cwd(), folder.path), summary, failed: null };
}
