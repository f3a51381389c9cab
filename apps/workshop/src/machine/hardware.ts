import { statfs } from 'node:fs/promises';
import { availableParallelism, freemem, totalmem } from 'node:os';
import { root } from '@meteor-vs-mean/testbed/process';
import { type Finding, missing, note, ok } from '../finding.ts';

/** For mongod, both apps in all modes, their builds and a browser. */
const memory_bytes = 4e9;
/** How much of it should be free. */
const freeMemory_bytes = 2e9;
/** For MongoDB's data (0.3 GB of journal alone), results and builds; Meteor's installer checks its own space. */
const disk_bytes = 3e9;
/** Generator, app and mongod then have separate cores. */
const goodCores = 4;

export async function cores(): Promise<Finding> {
  const count = availableParallelism();
  const what = 'Cores';
  if (count >= goodCores) return ok(what, `${count}`);
  if (count < 2) {
    return missing(
      what,
      'only one: rounds would be void, because the generator is late',
      'share the laptop of a neighbour with two or more cores',
    );
  }
  return note(
    what,
    `${count}: generator, app and mongod share them, and reports say so`,
    'close other programs, especially browsers, before exercises 3 and 5',
  );
}

export async function memory(): Promise<Finding> {
  const [all, free] = [totalmem(), freemem()];
  const what = 'Memory';
  const says = `${inGigabytes(all)}, of which ${inGigabytes(free)} are free`;
  if (all < memory_bytes) {
    return missing(
      what,
      `${says}; ${inGigabytes(memory_bytes)} are needed`,
      'share the laptop of a neighbour with more memory',
    );
  }
  // macOS only counts completely unused memory as free, so this is only a hint.
  if (free >= freeMemory_bytes || process.platform === 'darwin') return ok(what, says);
  return note(what, says, 'close other programs before you start');
}

export async function disk(): Promise<Finding> {
  const { bavail, bsize } = await statfs(root);
  const free = bavail * bsize;
  const what = 'Disk';
  const says = `${inGigabytes(free)} are free in ${root}`;
  if (free >= disk_bytes) return ok(what, says);
  return missing(
    what,
    `${says}; ${inGigabytes(disk_bytes)} are needed`,
    'delete files: caches of npm, Docker and old builds can be downloaded again',
  );
}

/** One check of the machine: fast and read-only, unless its own comment says otherwise. */
export type Look = () => Promise<Finding | Finding[]>;

const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
