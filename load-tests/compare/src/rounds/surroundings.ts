import { type SurroundingsWatch, watchSurroundings } from '@meteor-vs-mean/measure/run';
import { allCores, type Cores } from '../context/cores.ts';

/**
 * Watches what others do on the cores of a round. Ours are this process with all that it started, and a mongod that
 * was there before.
 * @param mongod its process; undefined where the database is elsewhere, or where there is none
 */
export function watchOthers(mongod: number | undefined, cores: Cores): SurroundingsWatch {
  return watchSurroundings([process.pid, ...(mongod === undefined ? [] : [mongod])], allCores(cores));
}
