import { judgeMachine, makeRules, percent, withoutSpeed } from '@meteor-vs-mean/bench';
import type { Reason, Surroundings } from '@meteor-vs-mean/report';

/** What a round read of itself, for its judgement. Null where it couldn't be read: then its rule is passed over. */
export interface Readings {
  /** Why the generator gave up, if it did. */
  generatorFailed: string | null;
  clients: number;
  subscribers: number;
  scheduled: number;
  sent: number;
  acknowledged: number;
  refused: number;
  stored: number;
  disconnects: number;
  /** Busy share of the receiving event loop, 0 to 1; of the busiest, where there are several. */
  generatorUtilisation: number | null;
  /** Share of the window that a receiving thread was ready to run and had no core. */
  generatorWaiting: number | null;
  /** Share of the window in which a receiving event loop stood still for 50 ms and more. */
  generatorStalled: number | null;
  /** CPU of all that the generator runs, in cores, and how many it may use. */
  generatorCpu: { used: number; of: number } | null;
  lateness_p99_ms: number | null;
  /** The latency that is reported; null if it is beyond the drain. */
  p50_ms: number | null;
  /** Whether generator, app and mongod use the same cores. */
  sharedCores: boolean;
  /** Deliveries before their moment, or beyond what a histogram holds. */
  timesOutside: number;
  appRestarted: boolean;
  mongodRestarted: boolean;
  /** Observe drivers that the running server named. */
  drivers: readonly string[];
  expectedDriver: string | null;
  /** Transports that the subscribers spoke. */
  transports: readonly string[];
  expectedTransport: string;
  /** Documents found in the database before anything was put there. */
  documentsBefore: number;
  surroundings: Surroundings | null;
}

export const thresholds = {
  /** A receiving loop busier than this stamps late. */
  utilisation: 0.85,
  /** The same of all that the generator runs, of the cores that it may use. */
  generatorCpu: 0.85,
  /**
   * Of a receiving thread: while it waits, what came isn't stamped. The generator's other threads (Artillery's own,
   * V8's collector) stamp nothing, and those of the writers are held to their schedule by `sender-late`.
   */
  waiting: 0.05,
  /**
   * On shared cores app and mongod themselves make it wait: quiet rounds of 200 subscribers on two cores read 3 % (MEAN)
   * and 6 % (Meteor). That is the price of sharing, for which such figures are labelled; what comes from outside
   * breaks `machine-busy`. At 20 writes a second a tenth is 5 ms for each write.
   */
  waitingShared: 0.1,
  /** The p99 is reported: standstills that fill less than a hundredth of the time aren't in it. */
  stalled: 0.01,
  /** A sender later than this share of the p50 is no open load. */
  lateness: 0.1,
  /** Node's timers count in milliseconds: nothing punctual can be asked to be nearer. */
  leastLateness_ms: 1,
  /**
   * On shared cores a thread that wakes up may find both busy, and the kernel looks only at its tick who is next:
   * every 4 ms at 250 Hz; the timer's own comes on top. Such lateness makes nobody look quick, since latency counts
   * from the schedule.
   */
  leastLatenessShared_ms: 5,
} as const;

/**
 * The rules that a round broke; none: it is valid. A void round is kept and shown, never averaged in.
 * @param toy whether it says nothing of speed: then a busy machine spoils nothing of it
 */
export function judge(readings: Readings, { toy = false }: { toy?: boolean } = {}): Reason[] {
  const reasons = [
    ...judgeProcesses(readings),
    ...judgeAccount(readings),
    ...judgeGenerator(readings),
    ...judgeClock(readings),
    ...judgeMachine(readings.surroundings),
  ];
  return toy ? withoutSpeed(reasons) : reasons;
}

function judgeProcesses(readings: Readings): Reason[] {
  const { reasons, rule } = makeRules();
  rule(
    readings.generatorFailed !== null,
    'generator-failed',
    'the generator ends by itself',
    readings.generatorFailed ?? '',
    'See what it says; a target that is down or too few file handles are the usual causes',
  );
  rule(
    readings.appRestarted,
    'app-ended',
    'the app runs on',
    'it ended',
    'Its output is in app.log, in the folder of the round',
  );
  rule(
    readings.mongodRestarted,
    'mongod-ended',
    'mongod runs on',
    'it ended',
    'Look for what stopped it, and run again',
  );
  const { expectedDriver, drivers, expectedTransport, transports } = readings;
  rule(
    expectedDriver !== null && (drivers.length === 0 || drivers.some((driver) => driver !== expectedDriver)),
    'other-driver',
    `the running server observes by ${expectedDriver}`,
    drivers.join(', ') || 'no driver was found',
    'Ask for a mode that this version and this database have (--list)',
  );
  rule(
    transports.some((transport) => transport !== expectedTransport),
    'other-transport',
    `the subscribers speak ${expectedTransport}`,
    transports.map((transport) => transport || 'something else').join(', '),
    'Look for what stands between the clients and the app and keeps websockets from them',
  );
  return reasons;
}

function judgeAccount(readings: Readings): Reason[] {
  const { reasons, rule } = makeRules();
  const { clients, subscribers, scheduled, sent, acknowledged, refused, stored } = readings;
  rule(
    readings.documentsBefore > 0,
    'database-not-empty',
    'the database of the round is empty before the round',
    `it held ${readings.documentsBefore} documents`,
    'Run again: databases are named after the run, and somebody else made this one',
  );
  rule(
    subscribers !== clients || readings.disconnects > 0,
    'subscribers-missing',
    `${clients} subscribers from the first write to the last`,
    `${subscribers} had their snapshots, ${readings.disconnects} were disconnected`,
    'Use fewer clients, or raise the limit of open files (ulimit -n)',
  );
  rule(
    sent !== scheduled || acknowledged + refused !== sent || stored < acknowledged,
    'account-broken',
    'scheduled = sent = acknowledged + refused, and all acknowledged writes are stored',
    `scheduled ${scheduled}, sent ${sent}, acknowledged ${acknowledged}, refused ${refused}, stored ${stored}`,
    'Lower the rate, or lengthen the drain',
  );
  rule(
    refused > 0,
    'writes-refused',
    'no write is refused',
    `${refused} refused`,
    'Lower the rate, or raise the number of writers: the limits of the contract hold while measuring',
  );
  return reasons;
}

function judgeGenerator(readings: Readings): Reason[] {
  const { reasons, rule } = makeRules();
  const { generatorUtilisation: busy, generatorCpu: cpu, lateness_p99_ms: late } = readings;
  const { generatorWaiting: waiting, generatorStalled: stalled } = readings;
  rule(
    busy !== null && busy > thresholds.utilisation,
    'generator-busy',
    `its event loop is busy at most ${percent(thresholds.utilisation)} of the window`,
    percent(busy ?? 0),
    'Use fewer clients or a lower rate, or more processes that receive',
  );
  rule(
    cpu !== null && cpu.used > thresholds.generatorCpu * cpu.of,
    'generator-busy',
    `it uses at most ${percent(thresholds.generatorCpu)} of its ${cpu?.of} cores`,
    `${cpu?.used.toFixed(2)} of a core`,
    'Use fewer clients or a lower rate, or a machine with more cores',
  );
  const mostWaiting = readings.sharedCores ? thresholds.waitingShared : thresholds.waiting;
  rule(
    waiting !== null && waiting > mostWaiting,
    'generator-waiting',
    `the thread that receives waits for a core at most ${percent(mostWaiting)} of the window`,
    percent(waiting ?? 0, 1),
    'Stop what else runs on this machine, lower the rate, or use a machine with more cores',
  );
  rule(
    stalled !== null && stalled > thresholds.stalled,
    'generator-stalled',
    `the event loop that receives stands still (50 ms and more at a time) at most ${percent(thresholds.stalled)} of the window`,
    percent(stalled ?? 0, 1),
    'Look for what stopped or starved the generator; use fewer clients, or stop what else runs on this machine',
  );
  const latest_ms = latestSender(readings);
  rule(
    late !== null && late > latest_ms,
    'sender-late',
    `99 % of the writes are sent within ${latest_ms.toFixed(1)} ms of their moment: ${percent(thresholds.lateness)} of the p50, but no nearer than the system's timers`,
    `${(late ?? 0).toFixed(1)} ms`,
    'Stop what else runs on this machine, or lower the rate',
  );
  return reasons;
}

/** How late the p99 of the sender may be. */
function latestSender({ p50_ms, sharedCores }: Readings): number {
  const least_ms = sharedCores ? thresholds.leastLatenessShared_ms : thresholds.leastLateness_ms;
  return Math.max(least_ms, thresholds.lateness * (p50_ms ?? 0));
}

function judgeClock({ timesOutside }: Readings): Reason[] {
  const { reasons, rule } = makeRules();
  rule(
    timesOutside > 0,
    'clock-jumped',
    'no delivery comes before it was due',
    `${timesOutside} did`,
    'Look for what set the clock, or for write ids that were used before, and run again',
  );
  return reasons;
}
