export * from './coverage.ts';
export * from './latency.ts';
export * from './line.ts';
export * from './looks.ts';
export * from './ratio.ts';
export * from './slope.ts';
