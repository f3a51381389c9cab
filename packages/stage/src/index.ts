export { addressesOf } from './addresses.ts';
export { between, type Clock, clocksOf } from './clock.ts';
export { type AppsCommand, type AppsRunOptions, appsOptions, measureApps, openApps } from './command.ts';
export { isThere, ListPage, type Seen, type Write } from './list-page.ts';
export { insertList, type SampleTodos } from './lists.ts';
export { assertNeutral } from './mongo-address.ts';
export { AppStage, openShared, type Shared } from './stage.ts';
export { AppTargets } from './targets.ts';
