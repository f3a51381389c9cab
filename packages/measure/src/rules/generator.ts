import { above, percent, type Rule } from './rule.ts';

/** How busy and how punctual the generator was. Null where it couldn't be read. */
export interface GeneratorReadings {
  /** Busy share of the receiving event loop, 0 to 1; of the busiest, where there are several. */
  generatorUtilisation: number | null;
  /** Share of the window that a receiving thread was ready to run and had no core. */
  generatorWaiting: number | null;
  /** Share of the window in which a receiving event loop stood still for 50 ms and more. */
  generatorStalled: number | null;
  /** CPU of all that the generator runs, in cores, and how many it may use. */
  generatorCpu: { used: number; of: number } | null;
  lateness_p99_ms: number | null;
  /** The same latency, counted from when each write was sent. */
  p50FromSending_ms: number | null;
  /** The latency that is reported; null if it is beyond the drain. */
  p50_ms: number | null;
  /** Whether generator, app and mongod use the same cores. */
  sharedCores: boolean;
  /** False where the round is for costs and accounts alone: several instances on too few cores. */
  isLatencyQuoted: boolean;
  /** Deliveries before their moment, or beyond what a histogram holds. */
  timesOutside: number;
}

/** A receiving loop busier than this stamps late. The same holds of all that the generator runs, and its cores. */
export const mostBusy = 0.85;
/**
 * Of a receiving thread: while it waits, what came isn't stamped. The generator's other threads (Artillery's own,
 * V8's collector) stamp nothing, and those of the writers are held to their schedule by `sender-late`.
 */
export const mostWaiting = 0.05;
/**
 * On shared cores app and mongod themselves make it wait: quiet rounds of 200 subscribers on two cores read 3 % (MEAN)
 * and 6 % (Meteor). That is the price of sharing, for which such figures are labelled; what comes from outside
 * breaks `machine-busy`. At 20 writes a second a tenth is 5 ms for each write.
 */
const mostWaitingShared = 0.1;
/** The p99 is reported: standstills that fill less than a hundredth of the time aren't in it. */
const mostStalled = 0.01;
/** A sender later than this share of the p50 is no open load. */
const lateness = 0.1;
/** Node's timers count in milliseconds: nothing punctual can be asked to be nearer. */
const leastLateness_ms = 1;
/**
 * On shared cores a thread that wakes up may find both busy, and the kernel looks only at its tick who is next:
 * every 4 ms at 250 Hz; the timer's own comes on top. Such lateness makes nobody look quick, since latency counts
 * from the schedule.
 */
const leastLatenessShared_ms = 5;

/**
 * A late sender adds its own wait to latency. So much of the p50 may be of it: more than that is a difference between
 * stacks that the generator made. See "Noise" in load-tests/compare/README.md.
 */
const mostBent = 0.15;

/** A rule about when deliveries are stamped, and writes sent, says nothing of a round whose latency isn't quoted. */
const ifQuoted = ({ isLatencyQuoted }: GeneratorReadings, broken: string | null) =>
  isLatencyQuoted ? broken : null;

const waitingAllowed = ({ sharedCores }: GeneratorReadings) =>
  sharedCores ? mostWaitingShared : mostWaiting;

/** How late the p99 of the sender may be. */
const latenessAllowed_ms = ({ p50_ms, sharedCores }: GeneratorReadings) =>
  Math.max(sharedCores ? leastLatenessShared_ms : leastLateness_ms, lateness * (p50_ms ?? 0));

export const generatorRules: readonly Rule<GeneratorReadings>[] = [
  {
    code: 'generator-busy',
    blames: 'generator',
    ofSpeed: true,
    rule: `a receiving event loop is busy at most ${percent(mostBusy)} of the window`,
    reading: ({ generatorUtilisation }) => above(generatorUtilisation, mostBusy),
    remedy: 'Use fewer clients or a lower rate, or more processes that receive',
  },
  {
    code: 'generator-busy',
    blames: 'generator',
    ofSpeed: true,
    rule: `the whole generator uses at most ${percent(mostBusy)} of its cores`,
    threshold: ({ generatorCpu }) => `it uses at most ${percent(mostBusy)} of its ${generatorCpu?.of} cores`,
    reading: ({ generatorCpu }) =>
      generatorCpu !== null && generatorCpu.used > mostBusy * generatorCpu.of
        ? `${generatorCpu.used.toFixed(2)} of a core`
        : null,
    remedy: 'Use fewer clients or a lower rate, or a machine with more cores',
  },
  {
    code: 'generator-waiting',
    severity: 'noisy',
    blames: 'generator',
    ofSpeed: true,
    rule: `where latency is quoted, the thread that receives waits for a core at most ${percent(mostWaiting)} of the window, ${percent(mostWaitingShared)} on shared cores`,
    threshold: (readings) =>
      `the thread that receives waits for a core at most ${percent(waitingAllowed(readings))} of the window`,
    reading: (readings) => ifQuoted(readings, above(readings.generatorWaiting, waitingAllowed(readings), 1)),
    remedy: 'Stop what else runs on this machine, lower the rate, or use a machine with more cores',
  },
  {
    code: 'generator-stalled',
    severity: 'noisy',
    blames: 'generator',
    ofSpeed: true,
    rule: `where latency is quoted, the event loop that receives is blocked (50 ms or more at a time) for at most ${percent(mostStalled)} of the window`,
    threshold: () =>
      `the event loop that receives is blocked (50 ms or more at a time) for at most ${percent(mostStalled)} of the window`,
    reading: (readings) => ifQuoted(readings, above(readings.generatorStalled, mostStalled, 1)),
    remedy:
      'Look for what stopped or starved the generator; use fewer clients, or stop what else runs on this machine',
  },
  {
    code: 'sender-late',
    severity: 'noisy',
    blames: 'generator',
    ofSpeed: true,
    rule: `where latency is quoted, 99 % of the writes are sent at most ${percent(lateness)} of the reported p50 after they were due, or ${leastLateness_ms} ms, or ${leastLatenessShared_ms} ms on shared cores: timers are no more precise`,
    threshold: (readings) =>
      `99 % of the writes are sent at most ${latenessAllowed_ms(readings).toFixed(1)} ms after they were due: ${percent(lateness)} of the p50, or what the system's timers allow`,
    reading: (readings) => {
      const late_ms = readings.lateness_p99_ms ?? 0;
      const isLate = late_ms > latenessAllowed_ms(readings);
      return ifQuoted(readings, isLate ? `${late_ms.toFixed(1)} ms` : null);
    },
    remedy: 'Stop what else runs on this machine, or lower the rate',
  },
  {
    code: 'sending-bent',
    blames: 'generator',
    ofSpeed: true,
    rule: `where latency is quoted, a late sender makes the p50 at most ${percent(mostBent)} longer`,
    threshold: () => `a late sender makes the p50 at most ${percent(mostBent)} longer`,
    reading: (readings) => {
      const { p50_ms, p50FromSending_ms: sent_ms } = readings;
      if (p50_ms === null || sent_ms === null || p50_ms <= sent_ms * (1 + mostBent)) return null;
      return ifQuoted(readings, `p50 ${p50_ms.toFixed(1)} ms, and ${sent_ms.toFixed(1)} ms from the sending`);
    },
    remedy: 'Stop other programs on this machine, or lower the rate',
  },
  {
    code: 'clock-jumped',
    blames: 'machine',
    ofSpeed: true,
    eitherWay: true,
    rule: 'no delivery arrives before it was due',
    reading: ({ timesOutside }) => (timesOutside > 0 ? `${timesOutside} did` : null),
    remedy: 'Look for what set the clock, or for write ids that were used before, and run again',
  },
];
