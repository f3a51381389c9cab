export { titleOf } from './contestant.ts';
export { labTable } from './grid-run.ts';
export { table } from './stack-run.ts';
export * from './write-report.ts';
