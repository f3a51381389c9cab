import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkedMode } from './app.ts';

/** How a Meteor server can learn of a write: of all versions together. */
export const meteorModes = ['oplog', 'polling', 'changestream'] as const;
export type MeteorMode = (typeof meteorModes)[number];

/** Meteor's names of its observe drivers, and the classes that a running server names. */
const drivers = {
  changeStreams: 'ChangeStreamObserveDriver',
  oplog: 'OplogObserveDriver',
  polling: 'PollingObserveDriver',
} as const;

/**
 * What 3.5 reads from `packages.mongo.reactivity`: its observe drivers, first choice first. What one can't serve goes to
 * the next one. That of `changestream` is 3.5's own. 3.4 has only the last two, chosen by MONGO_OPLOG_URL, and doesn't
 * look here.
 */
const orders: Record<MeteorMode, readonly (keyof typeof drivers)[]> = {
  oplog: ['oplog', 'polling'],
  polling: ['polling'],
  changestream: ['changeStreams', 'oplog', 'polling'],
};

/** The observe drivers that a mode asks Meteor for, first choice first. */
export function reactivityOf(mode: MeteorMode): readonly string[] {
  return orders[mode];
}

/** Whether a mode follows the oplog, even if only for what change streams can't serve: then Meteor wants its address. */
export function readsOplog(mode: MeteorMode): boolean {
  return orders[mode].includes('oplog');
}

/**
 * The class that serves a cursor. Change streams refuse one with a limit or a skip
 * (https://docs.meteor.com/performance/change-streams-observer-driver); the oplog takes it, if it is sorted.
 * @param hasWindow whether the cursor has a limit
 */
export function observeDriver(mode: MeteorMode, hasWindow: boolean): string {
  const [first, ...others] = orders[mode];
  const driver = hasWindow && first === 'changeStreams' ? others[0] : first;
  return drivers[driver as keyof typeof drivers];
}

/** What is known of a Meteor when it is asked for what not every version has. */
export interface KnownMeteor {
  /** Of the stack. */
  title: string;
  version: string;
  /** Whether it is 3.5 or later; null if that isn't known. */
  since35: boolean | null;
}

/**
 * Whether a Meteor is 3.5 or later, by its version: '3.5.2', or 'a checkout of 3.4.1'.
 * @returns null if its version isn't known
 */
export function isSince35(version: string): boolean | null {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(version) ?? [];
  return major === undefined ? null : Number(major) * 1000 + Number(minor) >= 3005;
}

/** The same of what was built: a bundle of an unknown version is known by the driver that 3.5 brought. */
export async function isBuiltSince35({ dir, version }: { dir: string; version: string }): Promise<boolean> {
  const known = isSince35(version);
  if (known !== null) return known;
  const mongo = join(dir, 'programs/server/packages/mongo.js');
  return (await readFile(mongo, 'utf8').catch(() => '')).includes(drivers.changeStreams);
}

/**
 * The modes of a Meteor, and which one it has by itself.
 * @param since35 whether it is 3.5 or later; null if that isn't known yet
 */
export function modesSince(since35: boolean | null): { modes: readonly string[]; defaultMode: MeteorMode } {
  return {
    modes: since35 === false ? meteorModes.filter((mode) => mode !== 'changestream') : meteorModes,
    defaultMode: since35 ? 'changestream' : 'oplog',
  };
}

/**
 * @param mode absent: its own
 * @throws one line if this Meteor hasn't the mode, naming the version that has
 */
export function meteorMode(mode: string | undefined, { title, version, since35 }: KnownMeteor): MeteorMode {
  const { modes, defaultMode } = modesSince(since35);
  const known = checkedMode(title, meteorModes, mode ?? defaultMode) as MeteorMode;
  if (modes.includes(known)) return known;
  throw new Error(
    `Meteor has mode '${known}' from 3.5 on, and this is ${version}: choose ${modes.join(' or ')}.`,
  );
}
