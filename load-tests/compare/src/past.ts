import path from 'node:path';
import {
  audienceOf,
  type CompareFolder,
  type CompareManifest,
  type CompareSummary,
  deliveryFigures,
  type Experiment,
  figureOf,
  hasDeliveries,
  heapHoldingMost,
  isToyRun,
  keyWithoutAudience,
  type Machine,
  type Network,
  newestFirst,
  type Recorded,
  reference,
  results,
  undated,
} from '@meteor-vs-mean/measure/results';
import { root } from '@meteor-vs-mean/testbed/process';

/** A run that others refer to. */
export interface Newest {
  /** From the repository's root. */
  folder: string;
  sameMachine: boolean;
  /** What it was asked to measure. */
  options: Record<string, unknown>;
  summary: CompareSummary;
}

/**
 * The newest complete run of an experiment on this machine; else the newest among the reference's. A toy doesn't count,
 * since it measured nothing.
 * @param network that the run must have had, too; default: any. Noise of one says nothing of another's
 * @param say gets each newer run that fails verification
 * @returns null if there is neither
 */
export async function newestOf(
  experiment: Experiment,
  machine: Machine,
  {
    network,
    say,
    own = results,
    others = reference,
  }: { network?: Network; say?: (line: string) => void; own?: string; others?: string } = {},
): Promise<Newest | null> {
  const isWanted = (manifest: CompareManifest) =>
    manifest.experiment === experiment &&
    manifest.ended === 'complete' &&
    !isToyRun(manifest) &&
    (!network || isSameNetwork(manifest.network, network));
  const isHere = (manifest: CompareManifest) => isWanted(manifest) && isSame(manifest.machine, machine);
  const found = (await newestEnough(own, isHere, say)) ?? (await newestEnough(others, isWanted, say));
  if (!found) return null;
  return {
    folder: path.relative(root, found.folder),
    sameMachine: isSame(found.manifest.machine, machine),
    options: found.manifest.options,
    summary: found.summary,
  };
}

/** The newest of them with enough valid rounds. */
async function newestEnough(
  folder: string,
  of: (manifest: CompareManifest) => boolean,
  say?: (line: string) => void,
): Promise<CompareFolder | undefined> {
  for await (const run of newestFirst(folder, { of, say })) if (run.summary.enough) return run;
}

/** Figures of the same processor, as many cores, and the same use of them. */
function isSame(one: Machine, other: Machine): boolean {
  return (
    one.cpu === other.cpu &&
    one.cores === other.cores &&
    JSON.stringify(one.cpuSets) === JSON.stringify(other.cpuSets)
  );
}

/** As it was asked for; what was measured differs a little each time. */
function isSameNetwork(one: Network, other: Network): boolean {
  return (
    one.by === other.by &&
    one.latency_ms === other.latency_ms &&
    one.jitter_ms === other.jitter_ms &&
    one.loss === other.loss
  );
}

/** How many subscribers a run has, and how many writes a second. */
interface Load {
  clients: number;
  rate: number;
}

/**
 * The newest committed run in which a stack really ran: a full one with this load; if there is none, any with this load,
 * and then any. A run without the stack shows it, and names it.
 * @param say gets each newer run that fails verification
 * @returns null if there is none
 */
export async function newestRecorded(
  stack: string,
  load: Load,
  { folder = reference, say }: { folder?: string; say?: (line: string) => void } = {},
): Promise<Recorded | null> {
  const isWanted = (manifest: CompareManifest) =>
    // What a network adds is no property of the stack.
    !isToyRun(manifest) && manifest.stacks[stack]?.ran === true && manifest.network.by === null;
  const isAsked = (one: { clients?: unknown; rate?: unknown } | undefined) =>
    one?.clients === load.clients && one.rate === load.rate;
  const wasAsked = (manifest: CompareManifest) => isWanted(manifest) && isAsked(manifest.options);
  let other: Recorded | null = null;
  for await (const run of newestFirst(folder, { of: wasAsked, say })) {
    const recorded = isByHand(run) ? null : recordedOf(run, stack);
    if (!isAsked(recorded?.load)) continue;
    if (run.manifest.experiment === 'full') return recorded;
    other ??= recorded;
  }
  if (other) return other;
  for await (const run of newestFirst(folder, { of: isWanted, say })) {
    const recorded = isByHand(run) ? null : recordedOf(run, stack);
    if (recorded) return recorded;
  }
  return null;
}

/** A run of a Meteor that no command installs: it is no measure of the one that a reader has. */
const isByHand = ({ folder }: CompareFolder) => undated(path.basename(folder)).startsWith('newest-');

/** @returns null if the run has no latencies of the stack as it comes */
function recordedOf({ folder, manifest, rounds, summary }: CompareFolder, stack: string): Recorded | null {
  const facts = manifest.stacks[stack];
  const those = summary.results.filter((one) => keyWithoutAudience(one.key) === stack);
  const round = rounds.find(
    (one) => one.kind === 'deliveries' && those.some(({ key }) => key === one.contestant),
  );
  if (!facts?.ran || !those.some(hasDeliveries) || round?.kind !== 'deliveries') return null;
  const figures: Recorded['figures'] = {};
  for (const one of those) {
    const heap = heapHoldingMost(one.memory);
    const values = [...deliveryFigures, ...(heap ? [heap] : [])].flatMap((figure) => {
      const value = figureOf(one, figure);
      return value === undefined ? [] : [[figure.name, value] as const];
    });
    // Its deliveries and its memory are of two scenarios.
    figures[audienceOf(one)] = { ...figures[audienceOf(one)], ...Object.fromEntries(values) };
  }
  return {
    folder: path.relative(root, folder),
    version: `${facts.title} ${facts.version}`,
    date: manifest.started,
    cpu: manifest.machine.cpu,
    load: { clients: round.subscribers, rate: round.rate_per_s },
    figures,
  };
}
