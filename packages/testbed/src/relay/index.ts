export type { Tap, Way } from './lane.ts';
export * from './relay.ts';
