import type { Contestant, Knee, SelfMeasure, Stopping } from '@meteor-vs-mean/report';
import type { Bench } from './bench.ts';
import type { Experiment, Needed, PlannedComparison } from './experiment.ts';
import type { PlannedRound } from './plan.ts';
import type { Rounds } from './rounds.ts';

/** What an experiment has to say besides its rounds. */
export interface Findings {
  contestants: readonly Contestant[];
  comparisons: readonly PlannedComparison[];
  needed: readonly Needed[];
  notRun: { what: string; reason: string }[];
  knees: Knee[];
  self: SelfMeasure[];
  stopping: Stopping | null;
}

export const nothingFound: Findings = {
  contestants: [],
  comparisons: [],
  needed: [],
  notRun: [],
  knees: [],
  self: [],
  stopping: null,
};

/**
 * Runs the rounds of an experiment in their order.
 * @param findings gets what there is to say, also if a round throws
 */
export async function carryOut(
  experiment: Experiment,
  bench: Bench,
  rounds: Rounds,
  findings: Findings,
): Promise<void> {
  const { contestants, comparisons, needed } = experiment;
  Object.assign(findings, { contestants, comparisons, needed, notRun: [...experiment.notRun] });
  for (const { what, reason } of experiment.notRun) bench.progress.say(`Not run: ${what}. ${reason}`);
  const dropped = new Set<string>();
  let { total } = experiment;
  let last: PlannedRound | undefined;
  try {
    for (const planned of experiment.rounds(rounds)) {
      const { key } = planned.contestant;
      if (dropped.has(key) || (bench.noneAgain && planned === last)) continue;
      try {
        // One that is run again wasn't counted.
        if (planned === last && total !== null) total++;
        last = planned;
        await rounds.run(planned, total);
      } catch (error) {
        bench.signal.throwIfAborted();
        if (!experiment.goesOn || !(await answers(bench))) throw error;
        const reason = (error as Error).message.split('\n')[0] as string;
        bench.progress.say(`Left out: ${key}. ${reason}`);
        dropped.add(key);
        findings.notRun.push({ what: key, reason });
        findings.needed = findings.needed.filter((one) => one.key !== key || rounds.has(key));
      }
    }
  } finally {
    findings.stopping = experiment.stopping?.() ?? null;
    findings.knees = [...(experiment.knees?.() ?? [])];
  }
}

/** Whether MongoDB is still there. */
export async function answers({ client }: Bench): Promise<boolean> {
  return client
    .db('admin')
    .command({ ping: 1 })
    .then(
      () => true,
      () => false,
    );
}
