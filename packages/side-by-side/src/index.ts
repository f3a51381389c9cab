export type { Crossing } from './crossings.ts';
export type { Side, WatchedApp } from './observer.ts';
export { type SideBySide, type SideBySideOptions, startSideBySide } from './server.ts';
