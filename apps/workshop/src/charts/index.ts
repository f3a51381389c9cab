export { type BadChart, openBadChart } from './open-bad-chart.ts';
export { type Statement, statements } from './statements.ts';
