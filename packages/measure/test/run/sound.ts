import type { Surroundings } from '../../src/results/index.ts';
import type { Readings } from '../../src/run/index.ts';

/** A machine that did nothing else. */
export const quiet: Surroundings = {
  cores: 2,
  others: { cores: 0.03, busiest: 'sshd (process 7) with 0.01' },
  swapped_pages: 0,
  limited: 0,
  hot: 0,
  stolen: 0,
  clockOff_ms: 0.4,
};

/** A delivery round that breaks no rule. */
export const sound: Readings = {
  generatorFailed: null,
  notReady: null,
  clients: 200,
  subscribers: 200,
  scheduled: 300,
  sent: 300,
  acknowledged: 300,
  refused: 0,
  stored: 300,
  disconnects: 0,
  generatorUtilisation: 0.1,
  generatorWaiting: 0.02,
  generatorStalled: 0,
  generatorCpu: { used: 0.2, of: 2 },
  lateness_p99_ms: 2,
  p50_ms: 8,
  p50FromSending_ms: 7.8,
  sharedCores: true,
  isLatencyQuoted: true,
  timesOutside: 0,
  appEnded: false,
  mongodEnded: false,
  drivers: ['OplogObserveDriver'],
  expectedDriver: 'OplogObserveDriver',
  transports: ['ddp-sockjs'],
  expectedTransport: 'ddp-sockjs',
  documentsBefore: 0,
  surroundings: quiet,
};
