import { sentences } from '@meteor-vs-mean/contract/sentences';
import { Accounts } from 'meteor/accounts-base';
import { Meteor } from 'meteor/meteor';
import { Tracker } from 'meteor/tracker';
import { show } from '../notices';
import { type Entry, putEntry, readEntries, removeEntry } from './journal';
import { holdTab, inPlaceOf, tab } from './tab';

/** After so long without an answer the connection may be gone, though nobody has said so yet. */
const unanswered_ms = 1000;

/** A call on its way to the server. */
export interface Call extends Entry {
  /** It waited for a connection. */
  isLate: boolean;
  /** Set if it outlives the page: its key, or undefined if the browser couldn't keep it. */
  kept?: Promise<number | undefined>;
}

const open = new Set<Call>();

/** Stands for a tab in entries that no tab sends: whichever is there when their account logs in takes them over. */
const noTab = '';

/** What the last log-in failed with; undefined since one succeeded. */
let failure: Meteor.Error | undefined;

/** Web Locks are for secure pages only; without them two tabs would send the same. */
const canKeep = Meteor.isClient && 'locks' in navigator && 'indexedDB' in globalThis;

/**
 * Notes a call that is about to be made. If it has to wait for its answer it outlives the page: the next page of the
 * same account makes it again.
 */
export function begin(entry: Pick<Call, 'name' | 'input' | 'ids'>): Call {
  const isLate = !Meteor.status().connected;
  const call: Call = { ...entry, tab, userId: Meteor.userId(), isLate };
  const isBehind = [...open].some(({ kept }) => kept);
  open.add(call);
  if (isLate || isBehind) keep(call);
  else setTimeout(() => keep(call), unanswered_ms);
  return call;
}

/** Forgets a call that was answered. */
export async function end(call: Call): Promise<void> {
  open.delete(call);
  const key = await call.kept;
  if (key !== undefined) await removeEntry(key);
}

/**
 * Leaves a call for the next log-in of its account, if it isn't its session that has ended: Meteor logs an account out
 * also when the server is too busy to resume its session, or has no database.
 * @returns whether it did
 */
export async function leave(call: Call): Promise<boolean> {
  if (!isSessionValid()) return false;
  keep(call);
  const key = await call.kept;
  if (key === undefined) return false;
  open.delete(call);
  const { isLate, kept, ...entry } = call;
  try {
    await putEntry({ ...entry, tab: noTab, key });
  } catch {
    return false; // a browser may forbid storage
  }
  call.kept = Promise.resolve(undefined); // it isn't this page's any more
  return true;
}

/**
 * Keeps what isn't answered when the connection is lost, and makes the calls again that a page which is gone has kept.
 * @param make makes a call of this tab's
 */
export function keepQueue(make: (call: Call) => void): void {
  if (!canKeep) return;
  let isFirst = true;
  const adoptAll = async () => {
    for (const call of await adopted(Meteor.userId())) make(call);
  };
  Tracker.autorun(() => {
    const { connected } = Meteor.status();
    // Whenever somebody logs in, too.
    Meteor.userId();
    if (!connected) for (const call of open) keep(call);
    // Without a connection a page that is loaded anew is the first to look for what it has kept.
    if (connected || isFirst) adoptAll();
    isFirst = false;
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Meteor.status().connected) adoptAll();
  });
  Accounts.onLogin(() => {
    failure = undefined;
  });
  Accounts.onLoginFailure(({ error }: { error: Meteor.Error }) => {
    failure = error;
  });
  Accounts.onLogout(() => {
    if (!isSessionValid()) dropOf(Meteor.userId());
  });
}

/** Whether the account was logged out though the server didn't say that its session has ended. */
function isSessionValid(): boolean {
  return failure !== undefined && failure.error !== 403;
}

function keep(call: Call): void {
  if (!canKeep || !open.has(call)) return;
  const { isLate, kept, ...entry } = call;
  call.kept ??= kept ?? holdTab().then(() => putEntry(entry));
  // A browser may forbid storage: the call lasts as long as the page then.
  call.kept = call.kept.catch(() => undefined);
}

/** Takes over what an account's pages that are gone have kept, in the order of its calls. */
async function adopted(userId: string | null): Promise<Call[]> {
  const isOurs = (entry: Entry) => entry.userId === userId && entry.tab !== tab;
  const calls: Call[] = [];
  try {
    const tabs = new Set((await readEntries()).filter(isOurs).map((entry) => entry.tab));
    for (const other of tabs) {
      await inPlaceOf(other, async () => {
        await holdTab();
        if (Meteor.userId() !== userId) return;
        for (const entry of await readEntries()) {
          if (entry.tab !== other || !isOurs(entry)) continue;
          const kept = putEntry({ ...entry, tab }).catch(() => undefined);
          calls.push({ ...entry, tab, isLate: true, kept });
        }
        await Promise.all(calls.map(({ kept }) => kept));
      });
    }
  } catch {
    // As above: then there is nothing to take over.
  }
  for (const call of calls) open.add(call);
  return calls.sort((one, other) => (one.key ?? 0) - (other.key ?? 0));
}

/**
 * Nothing of an account stays behind when its session ends, but what was left for its next log-in: another tab that lost
 * its session ends that of this one.
 */
async function dropOf(userId: string | null): Promise<void> {
  try {
    const isDropped = (entry: Entry) => entry.userId === userId && entry.tab !== noTab;
    const entries = (await readEntries()).filter(isDropped);
    for (const { key } of entries) if (key !== undefined) await removeEntry(key);
    if (entries.length > 0) show(sentences.notSent);
  } catch {
    // As above.
  }
}
