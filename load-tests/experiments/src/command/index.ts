export { type AppsCommand, type AppsRunOptions, appsOptions, measureApps, openApps } from './measure-apps.ts';
export { openRound, type RoundTestbed } from './round-testbed.ts';
export { AppTargets } from './targets.ts';
