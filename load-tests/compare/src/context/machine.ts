import { createRequire } from 'node:module';
import type { Machine } from '@meteor-vs-mean/measure/results';
import { machineFacts } from '@meteor-vs-mean/measure/run';
import { mayGoFirst } from 'artillery-engine-pubsub';
import { type Cores, cpuSetsOf } from './cores.ts';

/** The machine that measures and is measured, and who has which of its cores. */
export function machineWith(cores: Cores): Machine {
  return machineFacts({
    pinning: cores.pinning,
    writersFirst: mayGoFirst(),
    cpuSets: cpuSetsOf(cores),
  });
}

/** Versions of what measures. */
export function benchVersions(): Record<string, string> {
  const require = createRequire(import.meta.url);
  const versionOf = (name: string): string => require(`${name}/package.json`).version;
  return { node: process.versions.node, artillery: versionOf('artillery'), mongodb: versionOf('mongodb') };
}
