export { span_ms } from './account.ts';
export { type Bits, countBits, getBit, makeBits, setBit } from './bits.ts';
export type { Calls } from './call-account.ts';
export { PubSubEngine as default } from './engine.ts';
export { Groups } from './groups.ts';
export {
  decodeHistogram,
  encodeHistogram,
  histogramConfiguration,
  mergeHistograms,
  type Outside,
} from './histogram.ts';
export { WriteIds } from './identifier.ts';
export { mayGoFirst } from './priority.ts';
export type { ReceiverFile, WitnessFile } from './receiver-file.ts';
export type { ScheduleFile, StartFile, VoidFile } from './rendezvous.ts';
export {
  deliveredOf,
  deliveredPerWrite,
  groupsOf,
  type OwedSubscriber,
  owedOf,
  type Run,
  readRun,
  writeIds,
} from './results.ts';
export { type Arrivals, makeSchedule, type Schedule, type ScheduleOptions } from './schedule.ts';
export { summarise } from './summary.ts';
export type { Documents } from './witness.ts';
export type { WritersFile } from './writers-file.ts';
