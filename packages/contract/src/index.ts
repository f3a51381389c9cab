export * from './documents.ts';
export * from './errors.ts';
export * from './limits.ts';
export * from './methods.ts';
export * from './publications.ts';
export * from './socket.ts';
