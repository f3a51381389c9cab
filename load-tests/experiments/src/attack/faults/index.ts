import { appFaults } from './app.ts';
import type { Fault } from './fault.ts';
import { mongodFaults } from './mongod.ts';
import { networkFaults } from './network.ts';

export const faults: readonly Fault[] = [...appFaults, ...mongodFaults, ...networkFaults];
