import path from 'node:path';
import { root } from '@meteor-vs-mean/process';

/** Where `npm run compare` leaves its runs, and those of them that are committed. */
export const results = path.join(root, 'load-tests/results');
export const reference = path.join(results, 'reference');
