/** What a report is made of, for others that draw recorded results: loads the library that draws. */
export { carriedText } from './capacities.ts';
export * from './chart.ts';
export { bottomAxis } from './charts/axes.ts';
export { claimRemark, claimsOf } from './claims.ts';
export * from './contestant.ts';
export { costText } from './cost.ts';
export { curveName, growthText, heldTo, intervalOf, isSeen } from './curves.ts';
export * from './document.ts';
export { floorTimes } from './figure-floor.ts';
export { loadTable } from './figure-table.ts';
export { escapeHtml } from './html.ts';
export {
  afterComma,
  certainty,
  floorFor,
  floorShare,
  intervalText,
  judge,
  type Remark,
} from './judgement.ts';
export { machinesReport } from './machines-report.ts';
export { markdown } from './markdown.ts';
export * from './numbers.ts';
export { drawBlock, page } from './page.ts';
export { reportOf } from './report.ts';
export { sideBySideBlocks } from './side-by-side.ts';
export { terminal } from './terminal.ts';
export { toySentence } from './toy.ts';
