export { span_ms } from './account.ts';
export { type Audience, audiences, subscribersIn } from './audience.ts';
export { type Bits, countBits, makeBits, setBit } from './bits.ts';
export { type Found, type LevelVerdict, reached, searchLevels } from './capacity/search.ts';
export { arriving_s, type Presence, phasesOf, readUsers, saysAllThere } from './capacity/users.ts';
export { PubSubEngine as default } from './engine.ts';
export { Groups } from './groups.ts';
export { timesOf } from './journey/judged.ts';
export { mayGoFirst } from './priority.ts';
export type { ReceiverFile } from './receiver-file.ts';
export {
  deliveredOf,
  deliveredPerWrite,
  groupsOf,
  owedOf,
  type Run,
  readRun,
  writeIds,
} from './results.ts';
export { makeSchedule } from './schedule.ts';
export type { WritersFile } from './writers-file.ts';
