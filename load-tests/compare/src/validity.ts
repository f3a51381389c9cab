import type { Reason } from '@meteor-vs-mean/report';

/** What a round read of itself, for its judgement. Null where it couldn't be read. */
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
  /** Busy share of the receiving event loop, 0 to 1. */
  generatorUtilisation: number | null;
  lateness_p99_ms: number | null;
  /** Deliveries before their moment, or beyond what a histogram holds. */
  timesOutside: number;
  appRestarted: boolean;
  mongodRestarted: boolean;
  /** Observe drivers that the running server named. */
  drivers: readonly string[];
  expectedDriver: string | null;
}

export const thresholds = {
  /** A receiving loop busier than this stamps late. */
  utilisation: 0.85,
  /** A sender later than this is no open load, whatever the latency. */
  lateness_ms: 20,
} as const;

/** The rules that a round broke; none: it is valid. A void round is kept and shown, never averaged in. */
export function judge(readings: Readings): Reason[] {
  const reasons: Reason[] = [];
  const rule = (broken: boolean, code: string, threshold: string, reading: string, remedy: string) => {
    if (broken) reasons.push({ code, threshold, reading, remedy });
  };
  const { clients, subscribers, scheduled, sent, acknowledged, refused, stored } = readings;
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
  const { generatorUtilisation: busy, lateness_p99_ms: late } = readings;
  rule(
    busy !== null && busy > thresholds.utilisation,
    'generator-busy',
    `its event loop is busy at most ${thresholds.utilisation * 100} % of the window`,
    `${((busy ?? 0) * 100).toFixed(0)} %`,
    'Use fewer clients or a lower rate',
  );
  rule(
    late !== null && late > thresholds.lateness_ms,
    'sender-late',
    `99 % of the writes are sent within ${thresholds.lateness_ms} ms of their moment`,
    `${(late ?? 0).toFixed(1)} ms`,
    'Stop what else runs on this machine, or lower the rate',
  );
  rule(
    readings.timesOutside > 0,
    'clock-jumped',
    'no delivery comes before it was due',
    `${readings.timesOutside} did`,
    'Look for what set the clock, or for write ids that were used before, and run again',
  );
  const { expectedDriver, drivers } = readings;
  rule(
    expectedDriver !== null && (drivers.length === 0 || drivers.some((driver) => driver !== expectedDriver)),
    'other-driver',
    `the running server observes by ${expectedDriver}`,
    drivers.join(', ') || 'no driver was found',
    'Ask for a mode that this version and this database have (--list)',
  );
  return reasons;
}
