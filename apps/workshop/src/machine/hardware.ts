import { statfs } from 'node:fs/promises';
import { availableParallelism, freemem, totalmem } from 'node:os';
import { root } from '@meteor-vs-mean/testbed/process';
import { type Finding, missing, note, ok } from '../finding.ts';

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
  if (count >= goodCores) return ok(what, `${count}`);
  if (count < 2) {
    return missing(
      what,
      'one alone: rounds would be void, because the generator is late',
      'sit down beside somebody with two cores or more',
    );
  }
  return note(
    what,
    `${count}: generator, app and mongod share them, and reports say so`,
    'close what else runs, above all other browsers, before exercises 3 and 5',
  );
}

export async function memory(): Promise<Finding> {
  const [all, free] = [totalmem(), freemem()];
  const what = 'Memory';
  const says = `${inGigabytes(all)}, of which ${inGigabytes(free)} are free`;
  if (all < memory_bytes) {
    return missing(
      what,
      `${says}; it takes ${inGigabytes(memory_bytes)}`,
      'sit down beside somebody with more',
    );
  }
  // macOS counts as free only what nothing uses at all; there it is no more than a hint.
  if (free >= freeMemory_bytes || process.platform === 'darwin') return ok(what, says);
  return note(what, says, 'close what else runs before you begin');
}

export async function disk(): Promise<Finding> {
  const { bavail, bsize } = await statfs(root);
  const free = bavail * bsize;
  const what = 'Disk';
  const says = `${inGigabytes(free)} are free for ${root}`;
  if (free >= disk_bytes) return ok(what, says);
  return missing(
    what,
    `${says}; it takes ${inGigabytes(disk_bytes)}`,
    'make room: what npm, Docker and old builds left can be fetched again',
  );
}

/** One look at the machine: quick, and it changes nothing, unless its own comment says so. */
export type Look = () => Promise<Finding | Finding[]>;

const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
