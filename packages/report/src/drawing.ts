/** What a report is made of, for others that draw recorded results: loads the library that draws. */
export * from './chart.ts';
export { bottomAxis } from './charts/axes.ts';
export * from './contestant.ts';
export { costText, estimateCell } from './cost.ts';
export { curveName, growthText, heldTo, intervalOf, isSeen } from './curves-table.ts';
export * from './document.ts';
export { floorTimes } from './grid/figure.ts';
export { loadTable } from './grid/load-table.ts';
export { gridReport } from './grid-run.ts';
export { escapeHtml } from './html.ts';
export { floorFor, floorShare, intervalText, judge } from './judgement.ts';
export { kneeText } from './knees-table.ts';
export * from './numbers.ts';
export { drawBlock } from './page.ts';
export { loadText } from './self-table.ts';
export { stackReport } from './stack-run.ts';
