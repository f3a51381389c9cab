export type * from './experiment.ts';
export { type ExperimentName, experimentNamed, experimentNames } from './experiments.ts';
export { type Outcome, type RunOptions, runExperiment } from './run.ts';
export type * from './stage.ts';
