import { curveOf } from './curve-of.ts';
import type { Knee } from './knee.ts';
import type { CompareManifest } from './manifest.ts';
import type { Measured } from './measured.ts';
import type { SearchedKnee } from './plan.ts';
import { type EchoRound, trialOf } from './self.ts';
import { summarise } from './summarise.ts';
import type { Summary } from './summary.ts';

/** What of a manifest a summary is made from. */
type Planned = Pick<
  CompareManifest,
  'id' | 'size' | 'experiment' | 'seed' | 'partial' | 'stacks' | 'mongo' | 'machine' | 'network' | 'plan'
>;

/**
 * What a run of compare comes to: pure, so that who reads a folder can make it anew.
 * @param trials rounds of a self run
 */
export function summaryOf(
  { id, size, experiment, seed, partial, stacks, mongo, machine, network, plan }: Planned,
  measured: readonly Measured[],
  trials: readonly EchoRound[] = [],
): Summary {
  return summarise(
    {
      id,
      size,
      experiment,
      seed,
      partial,
      stacks,
      mongo,
      machine,
      network,
      contestants: plan.contestants,
      comparisons: plan.comparisons,
      needed: plan.needed,
      notRun: plan.notRun,
      stopping: plan.stopping,
      knees: plan.knees.map((knee) => kneeOf(knee, measured)),
      curves: (plan.curves ?? []).map((curve) => curveOf(curve, measured)),
      self: plan.self.map((found) => ({
        ...found,
        trials: trials
          .filter(({ transport, profile = null }) => transport === found.transport && profile === null)
          .map(trialOf),
      })),
      floor: plan.floor,
      bench: plan.bench,
    },
    measured,
  );
}

function kneeOf(knee: SearchedKnee, measured: readonly Measured[]): Knee {
  const p99 = (number: number) => {
    const found = measured.find(({ round }) => round.round === number)?.round;
    return found?.kind === 'deliveries' ? found.p99_ms : null;
  };
  return {
    ...knee,
    trials: knee.trials.map((trial) => ({ ...trial, p99_ms: p99(trial.round) })),
  };
}
