import type { Scene } from '@meteor-vs-mean/measure/run';
import type { Testbed } from '@meteor-vs-mean/testbed';
import type { Mongo, MongoOptions } from '@meteor-vs-mean/testbed/mongo';
import type { Relay } from '@meteor-vs-mean/testbed/relay';
import type { RunningApp } from '@meteor-vs-mean/testbed/stacks';
import type { Db } from 'mongodb';

/** What a fault happens to. */
export interface Victim {
  app: RunningApp;
  /** The second instance, if the fault asks for one: half of the clients are at it. */
  other: RunningApp | undefined;
  mongo: Mongo;
  db: Db;
  /** Between all clients and the first instance. */
  relay: Relay;
  /** Between half of the clients and what serves them. */
  half: Relay;
  /** The first instance once more, where it was, after it was killed. */
  restart(): Promise<void>;
  /** From now on the first instance serves everybody who connects. */
  serveAllByFirst(): void;
}

type Durations = Record<Scene['size'], number>;

/** How long what stands still stands, unless a fault has its own durations. */
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
  /** Resolves when nothing is wrong any more, and all there is to do is to come back. */
  happen(victim: Victim, duration_ms: number): Promise<void>;
}
