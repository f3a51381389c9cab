export * from './results.ts';
export * from './table.ts';
