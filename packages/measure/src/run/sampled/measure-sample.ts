import { abortable, lineOf } from '@meteor-vs-mean/testbed/process';
import { type PlannedCell, type SampleRound, type Surroundings, withoutAgain } from '../../results/index.ts';
import { sampleRules } from '../../rules/all.ts';
import { judge, verdictOf } from '../../rules/rule.ts';
import { allowedCores } from '../core-list.ts';
import { watchSurroundings } from '../surroundings.ts';
import type { OpenStage, Sample, SampledLoad, Scene } from './experiment.ts';

/** A round that takes longer hangs. */
const limit_ms = 15 * 60_000;

interface Found {
  sample: Sample | null;
  /** Why there is no sample. */
  failed: string | null;
  surroundings: Surroundings | null;
}

/** A round, and the texts that are kept beside it, by their names. */
interface MeasuredSample {
  round: SampleRound;
  texts: Readonly<Record<string, string>>;
}

/**
 * Measures one contestant at one load on a stage of its own, and judges it. All that the round started has ended when
 * this returns or throws.
 * @throws the signal's reason when it is aborted; what fails in a round makes it void
 */
export async function measureSample<Stage>(
  planned: PlannedCell<SampledLoad<Stage>>,
  number: number,
  openStage: OpenStage<Stage>,
  scene: Scene,
): Promise<MeasuredSample> {
  const { pair, load, contestant } = planned;
  const started = new Date().toISOString();
  const found = await measure(planned, openStage, { ...scene, seed: scene.seed + pair - 1 });
  const { sample, failed, surroundings } = found;
  const { accounts = null, clientBusy = null, carried = null, clockError_ms = null } = sample ?? {};
  const readings = { failed, accounts, clientBusy, carried, clockError_ms, surroundings };
  const reasons = judge(sampleRules, readings, scene);
  const figures = Object.entries(sample?.figures ?? {});
  const beyond = figures.filter(([, value]) => value === Infinity).map(([name]) => name);
  const round: SampleRound = {
    kind: 'sample',
    round: number,
    pair,
    load: load.key,
    contestant,
    started,
    figures: Object.fromEntries(figures.map(([name, value]) => [name, value === Infinity ? null : value])),
    ...(beyond.length > 0 ? { beyond } : {}),
    accounts: (accounts ?? []).map((one) => ({ ...one })),
    verdict: verdictOf(reasons),
    reasons,
    remarks: [],
    surroundings,
  };
  return { round, texts: sample?.texts ?? {} };
}

async function measure<Stage>(
  { load, contestant }: PlannedCell<SampledLoad<Stage>>,
  openStage: OpenStage<Stage>,
  scene: Scene,
): Promise<Found> {
  const late = AbortSignal.timeout(limit_ms);
  const signal = AbortSignal.any([scene.signal, late]);
  await using stage = openStage({ ...scene, signal });
  const watch = watchSurroundings([process.pid, ...(stage.roots ?? [])], allowedCores() ?? []);
  try {
    const sample = await abortable(load.measure(withoutAgain(contestant), stage), signal);
    // The surroundings are read before the stage ends its programs: a browser takes what its processes have used with it.
    return { sample, failed: null, surroundings: watch.stop() };
  } catch (error) {
    scene.signal.throwIfAborted();
    if (process.env.DEBUG) console.error(error);
    const failed = late.aborted ? `it took more than ${limit_ms / 60_000} minutes` : lineOf(error);
    return { sample: null, failed, surroundings: null };
  }
}
