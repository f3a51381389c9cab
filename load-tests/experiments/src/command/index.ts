export { openRound, type RoundTestbed } from './round-testbed.ts';
export { type AppsExperiment, type AppsRunOptions, openApps, runExperiment } from './run-experiment.ts';
export { AppTargets } from './targets.ts';
