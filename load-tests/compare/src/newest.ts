import path from 'node:path';
import { reference, results, root } from '@meteor-vs-mean/bench';
import type { Experiment, Machine, Network, Summary } from '@meteor-vs-mean/report';
import { type PastRun, runsIn } from './past-runs.ts';

/** A run that others refer to. */
export interface Newest {
  /** From the repository's root. */
  folder: string;
  sameMachine: boolean;
  /** What it was asked to measure. */
  options: Record<string, unknown>;
  summary: Summary;
}

/**
 * The newest complete run of an experiment on this machine; else the newest among the reference's.
 * @param network that the run must have had, too; default: any. Noise of one says nothing of another's
 * @returns null if there is neither
 */
export async function newestOf(
  experiment: Experiment,
  machine: Machine,
  { network, own = results, others = reference }: { network?: Network; own?: string; others?: string } = {},
): Promise<Newest | null> {
  const runs = async (folder: string) =>
    (await runsIn(folder)).filter(({ manifest }) => !network || isSameNetwork(manifest.network, network));
  const all = (await runs(own)).filter(({ manifest }) => isSame(manifest.machine, machine));
  const found = newest(all, experiment) ?? newest(await runs(others), experiment);
  if (!found) return null;
  return {
    folder: path.relative(root, found.folder),
    sameMachine: isSame(found.manifest.machine, machine),
    options: found.manifest.options,
    summary: found.summary,
  };
}

function newest(runs: readonly PastRun[], experiment: Experiment): PastRun | undefined {
  return runs
    .filter(
      ({ manifest, summary }) =>
        manifest.experiment === experiment && manifest.ended === 'complete' && summary.enough,
    )
    .toSorted((a, b) => a.manifest.started.localeCompare(b.manifest.started))
    .at(-1);
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
