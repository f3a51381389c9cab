import type { AppContestant } from '@meteor-vs-mean/measure/results';
import type { ScenarioName } from '@meteor-vs-mean/scenarios';
import type { Presence } from 'artillery-engine-pubsub';

/** How much a delivery round is given to do. */
export interface Load {
  /** Subscribers. */
  clients: number;
  /** Writes a second, of all writers together. */
  rate: number;
  /** How long is written. */
  duration_s: number;
  /** What hasn't come so long after the last write is lost. */
  drain_s: number;
}

interface Planned {
  /** Rounds of one pair run on one schedule. */
  pair: number;
  contestant: AppContestant;
  scenario: ScenarioName;
}

export interface PlannedDeliveries extends Planned {
  kind: 'deliveries';
  load: Load;
}

export interface PlannedMemory extends Planned {
  kind: 'memory';
  /** What each client holds. */
  documents: number;
  /** Clients at each step. */
  steps: readonly number[];
  /** How long the CPU of clients that only hold is read at each step; 0: it isn't. */
  idle_s: number;
}

export interface PlannedUsers extends Planned {
  kind: 'users';
  /** Users that are there at once. */
  load: Pick<Load, 'clients' | 'drain_s'> & Presence;
}

/** One round to be run. */
export type PlannedRound = PlannedDeliveries | PlannedMemory | PlannedUsers;
