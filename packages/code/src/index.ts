export { type Account, type Counted, countLines, total } from './account.ts';
export { type Lines, linesOf, sum } from './lines.ts';
export { type AppName, type Part, type PartName, partNames, parts, shared } from './parts.ts';
export * from './result.ts';
