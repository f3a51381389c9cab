export { titleOf } from './contestant.ts';
export { table } from './table.ts';
export * from './write-report.ts';
