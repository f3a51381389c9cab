import type { SampledExperiment, SampledLoad, SampledPlan } from '@meteor-vs-mean/measure/run';
import type { LabTestbed } from './testbed.ts';

export type { PlannedClaim, PlannedTable, Size } from '@meteor-vs-mean/measure/results';
export type { Sample, Target } from '@meteor-vs-mean/measure/run';

/** A published experiment, or one of ours. */
export type Experiment = SampledExperiment<LabTestbed>;
export type Load = SampledLoad<LabTestbed>;
export type Plan = SampledPlan<LabTestbed>;

/** In the order in which they are listed and run; each in a folder of that name. */
export const experimentNames = [
  'http-vs-socketio',
  'sockjs-vs-ajax',
  'ws-pingpong',
  'ws-vs-sse',
  'carriers',
] as const;

export type ExperimentName = (typeof experimentNames)[number];

/** Loads one alone: its libraries take a while. */
export async function experimentNamed(name: ExperimentName): Promise<Experiment> {
  const { default: experiment } = await import(new URL(`./${name}/index.ts`, import.meta.url).href);
  return experiment;
}
