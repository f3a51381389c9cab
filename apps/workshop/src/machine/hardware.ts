import { statfs } from 'node:fs/promises';
import { availableParallelism, freemem, totalmem } from 'node:os';
import type { Finding } from '../finding.ts';
import { root } from '../places.ts';
import { inGigabytes } from './look.ts';

/** Mongod, both apps in all modes, their builds and a browser. */
const memory_bytes = 4e9;
/** Of which so much should be free. */
const freeMemory_bytes = 2e9;
/** Data of MongoDB (its journal alone takes 0.3 GB), results, and the builds; Meteor itself is counted by its installer. */
const disk_bytes = 3e9;
/** Generator, app and mongod then have cores of their own. */
const goodCores = 4;

export async function cores(): Promise<Finding> {
  const count = availableParallelism();
  const what = 'Cores';
  if (count >= goodCores) return { what, verdict: 'ok', says: `${count}` };
  if (count < 2) {
    return {
      ...{ what, verdict: 'missing', says: 'one alone: rounds would be void, because the generator is late' },
      remedy: 'sit down beside somebody with two cores or more',
    };
  }
  return {
    ...{ what, verdict: 'note', says: `${count}: generator, app and mongod share them, and reports say so` },
    remedy: 'close what else runs, above all other browsers, before exercises 3 and 5',
  };
}

export async function memory(): Promise<Finding> {
  const [all, free] = [totalmem(), freemem()];
  const what = 'Memory';
  const says = `${inGigabytes(all)}, of which ${inGigabytes(free)} are free`;
  if (all < memory_bytes) {
    return {
      ...{ what, verdict: 'missing', says: `${says}; it takes ${inGigabytes(memory_bytes)}` },
      remedy: 'sit down beside somebody with more',
    };
  }
  // macOS counts as free only what nothing uses at all; there it is no more than a hint.
  if (free >= freeMemory_bytes || process.platform === 'darwin') return { what, verdict: 'ok', says };
  return { what, verdict: 'note', says, remedy: 'close what else runs before you begin' };
}

export async function disk(): Promise<Finding> {
  const { bavail, bsize } = await statfs(root);
  const free = bavail * bsize;
  const what = 'Disk';
  const says = `${inGigabytes(free)} are free for ${root}`;
  if (free >= disk_bytes) return { what, verdict: 'ok', says };
  return {
    ...{ what, verdict: 'missing', says: `${says}; it takes ${inGigabytes(disk_bytes)}` },
    remedy: 'make room: what npm, Docker and old builds left can be fetched again',
  };
}
