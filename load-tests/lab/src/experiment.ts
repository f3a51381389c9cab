import type { GridSummary } from '@meteor-vs-mean/measure/results';
import type { GridExperiment, Load as GridLoad, Plan as GridPlan } from '@meteor-vs-mean/measure/run';
import type { LabTestbed } from './testbed.ts';

export type { PlannedClaim, PlannedTable } from '@meteor-vs-mean/measure/results';
export type { Sample, Target } from '@meteor-vs-mean/measure/run';

/** A published experiment, or one of ours. */
export type Experiment = GridExperiment<LabTestbed>;
export type Load = GridLoad<LabTestbed>;
export type Plan = GridPlan<LabTestbed>;
/** `toy`: counts are right; `quick`: two minutes an experiment; `full`: intervals. */
export type Size = GridSummary['size'];

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
