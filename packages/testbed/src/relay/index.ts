export type { Tap, Way } from './lane.ts';
export * from './relay.ts';
export * from './websocket-frames.ts';
export * from './websocket-taps.ts';
