/** What a report is made of, for others that draw recorded results: loads the library that draws. */
export * from './chart.ts';
export * from './contestant.ts';
export * from './document.ts';
export { escapeHtml } from './html.ts';
export { floorFor, floorShare, judge } from './judgement.ts';
export { kneeText } from './knees-table.ts';
export { labReport } from './lab/report.ts';
export { heldInterval } from './memory-table.ts';
export * from './numbers.ts';
export { drawBlock } from './page.ts';
export { reportOf } from './report.ts';
export { addedBy, addedNear, loadText } from './self-table.ts';
export { isFlat, withSlopeIntervals } from './slope-ratios.ts';
export { isToyRun } from './toy.ts';
