export * from './latency.ts';
export * from './line.ts';
export * from './ratio.ts';
