import { isOfSpeed, isOfTheMachine } from '@meteor-vs-mean/bench';

/** What a broken rule tells of: the app, what else is on the machine, or else the generator. */
export type Blame = 'app' | 'machine' | 'generator';

/** An app that couldn't hold what it was given. */
const ofTheApp = ['app-ended', 'subscribers-missing', 'account-broken'];

/**
 * Whether a void round's latencies are at least those that a valid one would have had: a late generator or a busy
 * machine makes deliveries later, and never sooner, since latency counts from the schedule to the stamp.
 */
export function isSlowerOnly({ reasons }: { reasons: readonly { code: string }[] }): boolean {
  return reasons.every(({ code }) => isOfSpeed(code) && code !== 'clock-jumped');
}

export function blameFor({ code, reading }: { code: string; reading: string }): Blame {
  // Not all had their snapshots in the time that they were given.
  if (code === 'generator-failed' && reading.includes('(not-ready)')) return 'app';
  if (ofTheApp.includes(code)) return 'app';
  return isOfTheMachine(code) ? 'machine' : 'generator';
}

/** Whether a void round says nothing of its load, because of what else is on the machine: then it is worth another. */
export function isSpoilt({ reasons }: { reasons: readonly { code: string; reading: string }[] }): boolean {
  return reasons.some((reason) => blameFor(reason) === 'machine');
}
