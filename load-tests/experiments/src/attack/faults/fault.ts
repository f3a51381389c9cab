import type { Scene } from '@meteor-vs-mean/measure/run';
import type { Testbed } from '@meteor-vs-mean/testbed';
import type { Mongo, MongoOptions } from '@meteor-vs-mean/testbed/mongo';
import type { Relay } from '@meteor-vs-mean/testbed/relay';
import type { RunningApp } from '@meteor-vs-mean/testbed/stacks';
import type { Db } from 'mongodb';

/** The app, its MongoDB and the connections that a fault may break. */
export interface Victim {
  app: RunningApp;
  /** The second instance, if the fault needs one: it has half of the clients. */
  other: RunningApp | undefined;
  mongo: Mongo;
  db: Db;
  /** Between all clients and the first instance. */
  relay: Relay;
  /** Between half of the clients and what serves them. */
  half: Relay;
  /** Starts the first instance again on its port, after it was killed. */
  restart(): Promise<void>;
  /** From now on the first instance serves all clients that connect. */
  serveAllByFirst(): void;
}

type Durations = Record<Scene['size'], number>;

/** How long a process is stopped, unless a fault has its own durations. */
export const usual_ms: Durations = { toy: 1000, quick: 5000, full: 20_000 };

export interface Fault {
  key: string;
  title: string;
  /** Default: the usual ones. */
  durations_ms?: Durations;
  /** What its MongoDB is started with. Default: one mongod. */
  mongo?(testbed: Testbed): Promise<MongoOptions>;
  /** What the app is started with. */
  env?: Record<string, string>;
  hasTwoInstances?: boolean;
  /** A quick run leaves it out. */
  takesLong?: true;
  /** Resolves when the fault is over, and only the recovery remains. */
  happen(victim: Victim, duration_ms: number): Promise<void>;
}
