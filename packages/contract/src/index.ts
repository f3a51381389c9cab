export * from './documents.ts';
export * from './errors.ts';
export * from './limits.ts';
export * from './methods.ts';
export * from './orders.ts';
export * from './publications.ts';
export * from './socket.ts';
export * from './test-ids.ts';
