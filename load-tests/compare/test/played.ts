import type { DeliveryRound, Measured } from '@meteor-vs-mean/measure/results';
import { delivery, mean, meteor } from '../../../packages/measure/test/results/measured.ts';
import type { ExperimentPlan, Setting } from '../src/experiments/plan.ts';
import type { PlannedRound } from '../src/experiments/planned-round.ts';

/** What each stack can be run with. */
export const choices = {
  meteor: {
    name: 'meteor',
    modes: ['oplog', 'polling', 'changestream'],
    defaultMode: 'oplog',
    transports: ['ddp-sockjs', 'ddp'],
    defaultTransport: 'ddp-sockjs',
    strategies: ['NO_MERGE'],
  },
  mean: {
    name: 'mean',
    modes: ['changestream', 'emit'],
    defaultMode: 'changestream',
    transports: ['socketio'],
    defaultTransport: 'socketio',
  },
};
export const both = [meteor, mean];

/** A machine on which all modes can be run, and no stack has another Node. */
export const setting: Setting = { missingMode: () => null, otherNode: () => null };

/** Runs a plan without an app: `measure` says what each round found, and each takes so many seconds. */
export function play(
  experiment: ExperimentPlan,
  measure: (planned: PlannedRound, number: number) => Measured,
  seconds = 20,
): PlannedRound[] {
  const measured: Measured[] = [];
  const planned: PlannedRound[] = [];
  for (const one of experiment.rounds({ measured, elapsed_s: () => planned.length * seconds })) {
    planned.push(one);
    measured.push(measure(one, planned.length));
    if (planned.length > 1000) throw new Error('it never ends');
  }
  return planned;
}

/** A delivery round with this latency; what a pair adds to it is the same for both. */
export function found(
  planned: PlannedRound,
  number: number,
  p50_ms: number,
  rest: Partial<DeliveryRound> = {},
) {
  return delivery(planned.contestant, planned.pair, p50_ms, { round: number, ...rest });
}

/** Of a round that isn't what it says, whatever the machine did: it is worth another. */
export const broken: Partial<DeliveryRound> = {
  verdict: 'void',
  reasons: [{ code: 'app-ended', threshold: '', reading: '', remedy: '' }],
};

/** The contestant of each round, with the documents that its clients hold if memory is measured. */
export const ids = (planned: readonly PlannedRound[]) =>
  planned.map((one) =>
    one.kind === 'memory' ? `${one.contestant.key} ${one.documents}` : one.contestant.key,
  );
