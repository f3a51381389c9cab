export { type AppsCommand, type AppsRunOptions, appsOptions, measureApps, openApps } from './measure-apps.ts';
export { AppTargets } from './targets.ts';
