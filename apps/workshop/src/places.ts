import path from 'node:path';

/** The repository. Not taken from the bench: that loads all that draws reports, and a checkpoint should answer at once. */
export const root = path.resolve(import.meta.dirname, '../../..');

/** Where `npm run compare` leaves its runs, and those of them that are committed. */
export const results = path.join(root, 'load-tests/results');
export const reference = path.join(results, 'reference');
