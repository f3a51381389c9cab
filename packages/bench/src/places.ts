import path from 'node:path';

/** The repository. */
export const root = path.resolve(import.meta.dirname, '../../..');

/** Where runs go. */
export const results = path.join(root, 'load-tests/results');

/** The runs that are committed. */
export const reference = path.join(results, 'reference');
