/** What a broken rule tells of: the app, what else is on the machine, or else the generator. */
export type Blame = 'app' | 'machine' | 'generator';

/** An app that couldn't hold what it was given. */
const ofTheApp = ['app-ended', 'subscribers-missing', 'account-broken'];
/** Something that may be gone in the next round. */
const ofTheMachine = ['machine-busy', 'swapping', 'throttled', 'cores-stolen', 'clock-jumped'];

/** They make deliveries later than they were, and never sooner: latency counts from the schedule to the stamp. */
const onlySlower = [
  'generator-busy',
  'generator-waiting',
  'generator-stalled',
  'sender-late',
  'machine-busy',
  'swapping',
  'throttled',
  'cores-stolen',
];

/** Whether a void round's latencies are at least those that a valid one would have had. */
export function isSlowerOnly({ reasons }: { reasons: readonly { code: string }[] }): boolean {
  return reasons.every(({ code }) => onlySlower.includes(code));
}

export function blameFor({ code, reading }: { code: string; reading: string }): Blame {
  // Not all had their snapshots in the time that they were given.
  if (code === 'generator-failed' && reading.includes('(not-ready)')) return 'app';
  if (ofTheApp.includes(code)) return 'app';
  return ofTheMachine.includes(code) ? 'machine' : 'generator';
}

/** Whether a void round says nothing of its load, because of what else is on the machine: then it is worth another. */
export function isSpoilt({ reasons }: { reasons: readonly { code: string; reading: string }[] }): boolean {
  return reasons.some((reason) => blameFor(reason) === 'machine');
}
