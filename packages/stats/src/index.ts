export * from './cost-line.ts';
export * from './coverage.ts';
export * from './latency.ts';
export type { Point } from './least-squares.ts';
export * from './looks.ts';
export * from './middle.ts';
export * from './ratio.ts';
export * from './slope.ts';
export * from './unpaired.ts';
