import { join } from 'node:path';
import { root } from '../process/index.ts';

export { sightingOf } from './sighting.ts';

/** Where `serve`, `dev` and `start` keep what was typed, between starts. */
export const dataDir = join(root, '.data/mongo');
/** The MongoDB of that folder, which all processes share that need it. */
export const keptMongo = { dataDir, isShared: true };
/** The database of both apps in there. */
export const database = 'app';
/** Of the page with both apps in it. */
export const pagePort = 3200;
