import type { SampleAccount } from '../results/round.ts';
import { mostBusy } from './generator.ts';
import { above, percent, type Rule } from './rule.ts';

/** What a round of an experiment's own figures read of itself. */
export interface SampleReadings {
  /** Why it could not be measured; null if it was. */
  failed: string | null;
  /** What was owed and what came; null if it could not be measured. */
  accounts: readonly SampleAccount[] | null;
  /**
   * Busy share of the client's event loop or of its busiest thread, 0 to 1, where the load is given. Where a client asks
   * for the next as soon as it has the last (closed loop), being busy is what it is for: then it is null.
   */
  clientBusy: number | null;
  /** Where so many events a second are to be carried: those, and the ones that came. */
  carried: { asked_per_s: number; events_per_s: number } | null;
  /** By how much at most a time is off that was told by another clock, such as a page's; null: there is one clock. */
  clockError_ms: number | null;
}

/** Chromium's own clock is known to half a millisecond: quiet pages read 0.4 to 0.6, a page that waits for a core 0.9. */
const mostClockError_ms = 0.75;
/** A tenth of what a click takes to reach another browser: more would bend the figure. */
const bentClockError_ms = 3;
/** Share of the events that must come. */
const leastCarried = 0.95;

export const measuringRules: readonly Rule<SampleReadings>[] = [
  {
    code: 'measuring-failed',
    blames: 'run',
    rule: 'the round is measured to its end',
    reading: ({ failed }) => failed,
    remedy: 'Read its message; DEBUG=1 shows where',
  },
  {
    code: 'account-broken',
    blames: 'app',
    rule: 'what was owed arrived exactly once: messages, and bytes by an independent count',
    reading: ({ accounts }) => {
      const broken = accounts?.filter(({ owed, seen, lost = 0 }) => owed !== seen + lost) ?? [];
      const said = broken.map(({ what, owed, seen }) => `${what}: ${seen} of ${owed}`).join('; ');
      return said === '' ? null : said;
    },
    remedy: 'Look for what lost it; an experiment whose counts are wrong measures nothing',
  },
  {
    code: 'account-broken',
    blames: 'app',
    rule: 'a round says what was owed and what arrived',
    reading: ({ accounts }) => (accounts?.length === 0 ? 'it says nothing' : null),
    remedy: 'Add an account: that is a mistake of the experiment',
  },
  {
    code: 'client-busy',
    blames: 'generator',
    ofSpeed: true,
    rule: `where a load is set, the client is busy at most ${percent(mostBusy)} of the window`,
    reading: ({ clientBusy }) => above(clientBusy, mostBusy),
    remedy: 'Give it less to do, or use a machine with faster cores',
  },
  {
    code: 'rate-not-reached',
    blames: 'generator',
    ofSpeed: true,
    rule: `where a rate of events is set, at least ${percent(leastCarried)} of them arrive`,
    threshold: ({ carried }) =>
      `at least ${percent(leastCarried)} of ${carried?.asked_per_s.toLocaleString('en')} events a second`,
    reading: ({ carried }) =>
      carried !== null && carried.events_per_s < carried.asked_per_s * leastCarried
        ? `${Math.round(carried.events_per_s).toLocaleString('en')} events a second`
        : null,
    remedy: 'It is more than client and server can carry here',
  },
  { ...clockRule(mostClockError_ms), code: 'clocks-apart', severity: 'noisy' },
  { ...clockRule(bentClockError_ms), code: 'clocks-unknown' },
];

function clockRule(most_ms: number): Omit<Rule<SampleReadings>, 'code' | 'severity'> {
  return {
    blames: 'machine',
    ofSpeed: true,
    eitherWay: true,
    rule: `the clocks of pages are known to within ${most_ms} ms`,
    reading: ({ clockError_ms }) =>
      clockError_ms !== null && clockError_ms > most_ms ? `${clockError_ms.toFixed(2)} ms` : null,
    remedy: 'Stop other programs on this machine',
  };
}
