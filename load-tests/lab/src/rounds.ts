import {
  abortable,
  allowedCores,
  judgeMachine,
  lineOf,
  makeRules,
  watchSurroundings,
  withoutSpeed,
} from '@meteor-vs-mean/bench';
import type { LabRound, Surroundings } from '@meteor-vs-mean/report';
import type { Sample } from './experiment.ts';
import { openStage, type Scene } from './open-stage.ts';
import type { PlannedRound } from './plan.ts';

/** A round that takes longer hangs. */
const limit_ms = 15 * 60_000;

interface Played {
  sample: Sample | null;
  /** Why there is no sample. */
  failed: string | null;
  surroundings: Surroundings | null;
}

/**
 * Plays one round on a stage of its own, and judges it. All that it started has ended when this returns or throws.
 * @throws the signal's reason when it is aborted; what fails in a round makes it void
 */
export async function playRound(planned: PlannedRound, number: number, scene: Scene): Promise<LabRound> {
  const { repeat, load, target, again } = planned;
  const started = new Date().toISOString();
  // The same for all of a repeat.
  const played = await play(planned, { ...scene, seed: scene.seed + repeat - 1 });
  const broken = judge(played);
  const reasons = scene.size === 'toy' ? withoutSpeed(broken) : broken;
  return {
    round: number,
    repeat,
    load: load.key,
    target,
    again,
    started,
    figures: played.sample?.figures ?? {},
    accounts: (played.sample?.accounts ?? []).map((one) => ({ ...one })),
    verdict: reasons.length > 0 ? 'void' : 'valid',
    reasons,
    surroundings: played.surroundings,
  };
}

async function play({ load, target }: PlannedRound, scene: Scene): Promise<Played> {
  const late = AbortSignal.timeout(limit_ms);
  const signal = AbortSignal.any([scene.signal, late]);
  await using stage = openStage({ ...scene, signal });
  const cores = allowedCores() ?? [];
  const watch = watchSurroundings([process.pid], cores);
  try {
    const sample = await abortable(load.measure(target, stage), signal);
    // Before the stage ends its programs: a browser takes what its processes have used with it.
    return { sample, failed: null, surroundings: watch.stop() };
  } catch (error) {
    scene.signal.throwIfAborted();
    if (process.env.DEBUG) console.error(error);
    const failed = late.aborted ? `it took more than ${limit_ms / 60_000} minutes` : lineOf(error);
    return { sample: null, failed, surroundings: null };
  }
}

function judge({ sample, failed, surroundings }: Played): LabRound['reasons'] {
  const { reasons, rule } = makeRules();
  rule(
    failed !== null,
    'measuring-failed',
    'the round is measured to its end',
    failed ?? '',
    'See what it says; DEBUG=1 shows where',
  );
  const broken = sample?.accounts.filter(({ owed, seen }) => owed !== seen) ?? [];
  rule(
    broken.length > 0,
    'account-broken',
    'what was owed came, each exactly once',
    broken.map(({ what, owed, seen }) => `${what}: ${seen} of ${owed}`).join('; '),
    'Look for what lost it; an experiment whose counts are wrong measures nothing',
  );
  rule(
    sample !== null && sample.accounts.length === 0,
    'account-broken',
    'a round says what was owed and what came',
    'it says nothing',
    'Give it an account: that is the experiment’s own mistake',
  );
  return [...reasons, ...(sample?.reasons ?? []), ...judgeMachine(surroundings)];
}
