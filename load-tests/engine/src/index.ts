export { span_ms } from './account/account.ts';
export { type Bits, countBits, makeBits, setBit } from './account/bits.ts';
export { Groups } from './account/groups.ts';
export { makeSchedule } from './account/schedule.ts';
export { type Found, type LevelVerdict, reached, searchLevels } from './capacity/search.ts';
export { arriving_s, type Presence, phasesOf, readUsers, saysAllThere } from './capacity/users.ts';
export { PubSubEngine as default } from './engine.ts';
export type { ReceiverFile } from './folder/receiver-file.ts';
export type { WritersFile } from './folder/writers-file.ts';
export { timesOf } from './journey/judged.ts';
export { mayGoFirst } from './process/priority.ts';
export {
  deliveredOf,
  deliveredPerWrite,
  groupsOf,
  owedOf,
  type Run,
  readRun,
  writeIds,
} from './results/results.ts';
export { type Audience, audiences, subscribersIn } from './script/audience.ts';
