import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHistogram } from '../../src/account/histogram.ts';
import type { MachinesFile } from '../../src/machines/whole.ts';
import { temporaryFolder } from '../folder.ts';
import { type Generator, runArtillery } from '../generator.ts';
import { newsScript, type Script } from '../news-script.ts';

export interface Machine extends Generator {
  /** What it found of all machines. */
  account(): MachinesFile;
  /** Its lines, without those of Artillery. */
  said(): string[];
}

interface Options {
  /** Where it reaches the app and MongoDB. */
  app: string;
  rendezvous: string;
  run: string;
  machines: number;
  subscribers: number;
  change?(script: Script): void;
  /** A command that runs it on a host of its own. */
  prefix?: readonly string[];
}

/** Runs Artillery as one machine of a run of several. */
export function runMachine(options: Options): Machine {
  const { app, rendezvous, run, machines, subscribers, change, prefix } = options;
  const folder = temporaryFolder();
  const file = newsScript(app, folder, (script) => {
    script.config.phases = [{ duration: 2, arrivalCount: subscribers }];
    Object.assign(script.config.engines.pubsub, { rendezvous: { url: rendezvous, run, machines } });
    change?.(script);
  });
  const generator = runArtillery([file], {}, prefix ? { prefix } : {});
  return {
    ...generator,
    account: () => JSON.parse(readFileSync(join(folder, 'out', 'machines.json'), 'utf8')),
    said: () =>
      generator
        .output()
        .split('\n')
        .filter((line) => line.startsWith('pubsub: ')),
  };
}

export const timed = (histogram: string): number => decodeHistogram(histogram).totalCount;
