import path from 'node:path';
import { root } from '@meteor-vs-mean/testbed/process';

/** Where runs go. */
export const results = path.join(root, 'load-tests/results');

/** The runs that are committed. */
export const reference = path.join(results, 'reference');
