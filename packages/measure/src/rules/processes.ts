import type { Rule } from './rule.ts';

/** Whether all that a round needs was there to its end, and was what was asked for. */
export interface ProcessReadings {
  /** Why the generator gave up, if it did. */
  generatorFailed: string | null;
  /** What it said, if it gave up because not all subscribers had their snapshots in time. */
  notReady: string | null;
  appEnded: boolean;
  mongodEnded: boolean;
  /** Observe drivers that the running server named. */
  drivers: readonly string[];
  /** Null: any will do. */
  expectedDriver: string | null;
  /** Transports that the subscribers spoke. */
  transports: readonly string[];
  expectedTransport: string;
}

export const processRules: readonly Rule<ProcessReadings>[] = [
  {
    code: 'generator-failed',
    blames: 'generator',
    rule: 'the generator ends by itself',
    reading: ({ generatorFailed }) => generatorFailed,
    remedy: 'Read its output; a target that is down or too few file handles are the usual causes',
  },
  {
    code: 'subscribers-not-ready',
    blames: 'app',
    rule: 'all subscribers have their snapshots in time',
    reading: ({ notReady }) => notReady,
    remedy: 'Use fewer clients; the app could not serve so many',
  },
  {
    code: 'app-ended',
    blames: 'app',
    rule: 'the app runs from the first write to the last',
    reading: ({ appEnded }) => (appEnded ? 'it ended' : null),
    remedy:
      'Its output is in the results folder: ' +
      `gunzip -c rounds.pack.gz | jq -r 'select(.round == N and .name == "app.log").content', with the round's number`,
  },
  {
    code: 'mongod-ended',
    blames: 'run',
    rule: 'mongod runs from the first write to the last',
    reading: ({ mongodEnded }) => (mongodEnded ? 'it ended' : null),
    remedy: 'Look for what stopped it, and run again',
  },
  {
    code: 'other-driver',
    blames: 'run',
    rule: 'the running server observes with the driver of the requested mode',
    threshold: ({ expectedDriver }) => `the running server observes with ${expectedDriver}`,
    reading: ({ expectedDriver, drivers, notReady }) => {
      // Who has no snapshot yet may have no driver either.
      if (expectedDriver === null || notReady !== null) return null;
      if (drivers.length === 0) return 'no driver was found';
      return drivers.some((driver) => driver !== expectedDriver) ? drivers.join(', ') : null;
    },
    remedy: 'Choose a mode that this version and this database have (--list)',
  },
  {
    code: 'other-transport',
    blames: 'run',
    rule: 'the subscribers spoke the requested transport',
    threshold: ({ expectedTransport }) => `the subscribers speak ${expectedTransport}`,
    reading: ({ expectedTransport, transports }) =>
      transports.some((transport) => transport !== expectedTransport)
        ? transports.map((transport) => transport || 'something else').join(', ')
        : null,
    remedy: 'Look for a proxy between the clients and the app that blocks WebSockets',
  },
];
