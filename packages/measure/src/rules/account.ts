import type { Rule } from './rule.ts';

/** Who was there while a round ran. */
export interface SubscriberReadings {
  /** Subscribers that were asked for, and those that had their snapshots before the first write. */
  clients: number;
  subscribers: number;
  disconnects: number;
  /** Subscribers whose instance was killed on purpose, so that each lost its connection once; absent: none. */
  killedClients?: number;
  /** Users that did not come to the end of what they do; absent: subscribers only receive. */
  failedUsers?: number;
  /** Documents found in the database before anything was put there. */
  documentsBefore: number;
}

/** What became of the writes of a round. */
export interface WriteReadings {
  scheduled: number;
  sent: number;
  acknowledged: number;
  refused: number;
  stored: number;
}

export const subscriberRules: readonly Rule<SubscriberReadings>[] = [
  {
    code: 'database-not-empty',
    blames: 'run',
    rule: 'the database of the round is empty when the round begins',
    reading: ({ documentsBefore }) => (documentsBefore > 0 ? `it held ${documentsBefore} documents` : null),
    remedy: 'Run again: databases are named after the run, and somebody else made this one',
  },
  {
    code: 'subscribers-missing',
    blames: 'app',
    rule: 'all subscribers have their snapshots before the first write, and stay connected; those of a killed instance lose their connection once',
    threshold: ({ clients, killedClients = 0 }) =>
      `${clients} subscribers from the first write to the last${killedClients > 0 ? `, ${killedClients} of them disconnected once` : ''}`,
    reading: ({ clients, subscribers, disconnects, killedClients = 0 }) =>
      subscribers !== clients || disconnects !== killedClients
        ? `${subscribers} had their snapshots, ${disconnects} were disconnected`
        : null,
    remedy: 'Use fewer clients, or raise the limit of open files (ulimit -n)',
  },
  {
    code: 'users-failed',
    blames: 'app',
    rule: 'all users of a flow reach its end',
    reading: ({ failedUsers = 0 }) => (failedUsers > 0 ? `${failedUsers} failed` : null),
    remedy: 'Use fewer users; the generator’s log in the results folder has the first reason',
  },
];

export const writeRules: readonly Rule<WriteReadings>[] = [
  {
    code: 'account-broken',
    blames: 'app',
    rule: 'scheduled = sent = acknowledged + refused, and all acknowledged writes are stored',
    reading: ({ scheduled, sent, acknowledged, refused, stored }) =>
      sent !== scheduled || acknowledged + refused !== sent || stored < acknowledged
        ? `scheduled ${scheduled}, sent ${sent}, acknowledged ${acknowledged}, refused ${refused}, stored ${stored}`
        : null,
    remedy: 'Lower the rate, or lengthen the drain',
  },
  {
    code: 'writes-refused',
    blames: 'app',
    rule: 'no write is refused',
    reading: ({ refused }) => (refused > 0 ? `${refused} refused` : null),
    remedy: 'Lower the rate, or raise the number of writers: the limits of the contract hold while measuring',
  },
];
