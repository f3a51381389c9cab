export * from './folder.ts';
export * from './lab/folder.ts';
export * from './lab/results.ts';
export * from './lab/table.ts';
export * from './results.ts';
export * from './table.ts';
export * from './waiting.ts';
export * from './write-report.ts';
