import { machineFacts } from '@meteor-vs-mean/bench';
import type { Machine } from '@meteor-vs-mean/report';
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
