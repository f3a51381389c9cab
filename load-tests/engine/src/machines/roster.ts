import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Collection, Db, MongoClient } from 'mongodb';
import { describe, RunError } from '../failures/error.ts';
import type { VoidFile } from '../failures/fault.ts';
import type { RendezvousOptions } from '../script/config.ts';
import { type ClockOffset, type ClockSample, offsetOf } from './clock.ts';

/** The states of a machine in their order. */
const states = ['joined', 'ready', 'written', 'done'] as const;
type State = (typeof states)[number];

interface RunDocument {
  _id: string;
  machines: number;
  /** The same on all machines. */
  plan: string;
  joined: number;
  created: Date;
  start?: Date;
  failure?: VoidFile;
}

interface MachineDocument {
  _id: string;
  run: string;
  index: number;
  host: string;
  state: State;
  seen: Date;
  parts: Record<string, unknown>;
}

interface Seen extends Pick<MachineDocument, 'index' | 'host' | 'state'> {
  /** The time since its last heartbeat, by the server's clock. */
  age_ms: number;
}

const heartbeat_ms = 1000;
/** A machine, or the rendezvous, is gone if it is silent for this long. */
const gone_ms = 6000;
const poll_ms = 100;
/** From when all machines are ready until t0, so that every machine knows of it in time. */
const lead_ms = 2000;
const clockSamples = 30;
/** MongoDB removes the documents of a run after a day. */
const kept_s = 86_400;

/** The machines of a run: which ones joined, the state of each, and what they report to each other. */
export class Roster {
  readonly index: number;
  /** The name of this machine. */
  readonly host = `${hostname()} (${process.pid})`;
  readonly #options: RendezvousOptions;
  readonly #client: MongoClient;
  readonly #runs: Collection<RunDocument>;
  readonly #machines: Collection<MachineDocument>;
  readonly #heartbeat: NodeJS.Timeout;
  readonly #db: Db;

  /**
   * @param plan what must be the same on all machines, as text
   * @throws RunError `rendezvous` if MongoDB can't be reached or the run has all its machines; `schedule` for a different plan
   */
  static async join(options: RendezvousOptions, plan: string): Promise<Roster> {
    const { MongoClient } = await import('mongodb').catch(() => {
      throw new RunError('config', 'a rendezvous needs the package mongodb: npm install mongodb');
    });
    const { url, run, machines } = options;
    let client: MongoClient | undefined;
    try {
      client = new MongoClient(url, { serverSelectionTimeoutMS: gone_ms, socketTimeoutMS: gone_ms });
      const db = client.db();
      const runs = db.collection<RunDocument>('pubsub.runs');
      const created = new Date();
      await runs.createIndex({ created: 1 }, { expireAfterSeconds: kept_s });
      await db.collection('pubsub.machines').createIndex({ seen: 1 }, { expireAfterSeconds: kept_s });
      const found = await runs.findOneAndUpdate(
        { _id: run },
        { $setOnInsert: { machines, plan, created }, $inc: { joined: 1 } },
        { upsert: true, returnDocument: 'after' },
      );
      const document = found as RunDocument;
      const index = document.joined - 1;
      if (index >= document.machines || document.failure !== undefined) {
        const why = document.failure
          ? `is void (${document.failure.reason})`
          : `has its ${document.machines} machines`;
        throw new RunError('rendezvous', `rendezvous: the run ${run} ${why}: give this run another name`);
      }
      if (document.machines !== machines || document.plan !== plan) {
        const failure: VoidFile = {
          code: 'schedule',
          by: 'script',
          reason: `${hostname()} has a different script from the first machine of the run ${run}: ${differenceOf(document, { machines, plan })}`,
        };
        await runs.updateOne({ _id: run, failure: { $exists: false } }, { $set: { failure } });
        throw new RunError(failure.code, failure.reason);
      }
      const roster = new Roster(options, { client, db, runs, index });
      await roster.#beat('joined');
      return roster;
    } catch (error) {
      await client?.close().catch(() => {});
      if (error instanceof RunError) throw error;
      throw new RunError('rendezvous', `rendezvous: MongoDB can't be used: ${describe(error).message}`);
    }
  }

  private constructor(
    options: RendezvousOptions,
    found: { client: MongoClient; db: Db; runs: Collection<RunDocument>; index: number },
  ) {
    this.index = found.index;
    this.#options = options;
    this.#client = found.client;
    this.#db = found.db;
    this.#runs = found.runs;
    this.#machines = found.db.collection('pubsub.machines');
    this.#heartbeat = setInterval(() => void this.#beat().catch(() => {}), heartbeat_ms);
  }

  /**
   * Reads the server's clock several times.
   * @throws RunError `clock-jumped`
   */
  async readClock(): Promise<ClockOffset> {
    const samples: ClockSample[] = [];
    for (let i = 0; i < clockSamples; i++) {
      const sent_ns = process.hrtime.bigint();
      const { localTime } = await this.#db.command({ hello: 1 });
      samples.push({ sent_ns, received_ns: process.hrtime.bigint(), server_ms: Number(localTime) });
      // Answers at different parts of a millisecond narrow the bounds.
      await sleep(1 + (i % 7));
    }
    return offsetOf(samples);
  }

  /** This machine reaches a state, and reports a part. */
  reach(state: State, part: unknown = {}): Promise<void> {
    return this.#beat(state, part);
  }

  /**
   * Waits until all machines reach a state.
   * @returns the part that each reported, in their order
   * @throws RunError if the run is void, or if a machine or the rendezvous is gone
   */
  async all<Part>(state: State): Promise<Part[]> {
    for (;;) {
      const machines = await this.look();
      const there = machines.filter((one) => states.indexOf(one.state) >= states.indexOf(state));
      if (there.length === this.#options.machines) break;
      await sleep(poll_ms);
    }
    const found = await this.#machines.find({ run: this.#options.run }, { sort: { index: 1 } }).toArray();
    return found.map(({ parts }) => unpack(parts[state]) as Part);
  }

  /** Sets the start when all machines are ready. @returns the first one's, by the server's clock, in milliseconds */
  async start(): Promise<number> {
    await this.all('ready');
    const { run } = this.#options;
    if (this.index === 0) {
      await this.#runs.updateOne({ _id: run, start: { $exists: false } }, [
        { $set: { start: { $add: ['$$NOW', lead_ms] } } },
      ]);
    }
    for (;;) {
      await this.look();
      const document = await this.#runs.findOne({ _id: run });
      if (document?.start !== undefined) return document.start.getTime();
      await sleep(poll_ms);
    }
  }

  /**
   * @returns the machines that joined
   * @throws RunError if the run is void, or if a machine or the rendezvous is gone
   */
  async look(): Promise<Seen[]> {
    const { run } = this.#options;
    try {
      const document = await this.#runs.findOne({ _id: run });
      if (document === null) throw new RunError('rendezvous', `rendezvous: somebody removed the run ${run}`);
      const { failure } = document;
      if (failure !== undefined) throw new RunError(failure.code, failure.reason, failure.by);
      const machines = await this.#machines
        .aggregate<Seen>([
          { $match: { run } },
          { $sort: { index: 1 } },
          { $project: { index: 1, host: 1, state: 1, age_ms: { $subtract: ['$$NOW', '$seen'] } } },
        ])
        .toArray();
      const gone = machines.find(({ state, age_ms }) => state !== 'done' && age_ms > gone_ms);
      if (gone === undefined) return machines;
      const reason = `machine ${gone.index + 1} of ${this.#options.machines}, ${gone.host}, has not been heard of for ${(gone.age_ms / 1000).toFixed(0)} s`;
      await this.declareVoid({ code: 'machine-gone', reason, by: 'generator' });
      throw new RunError('machine-gone', reason);
    } catch (error) {
      throw rendezvousGone(error);
    }
  }

  /** For all machines; the first reason counts. */
  async declareVoid(failure: VoidFile): Promise<void> {
    await this.#runs.updateOne(
      { _id: this.#options.run, failure: { $exists: false } },
      { $set: { failure } },
    );
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    await this.#client.close();
  }

  async #beat(state?: State, part?: unknown): Promise<void> {
    const { run } = this.#options;
    await this.#machines.updateOne(
      { _id: `${run}/${this.index}` },
      {
        $currentDate: { seen: true },
        $setOnInsert: { run, index: this.index, host: this.host },
        ...(state === undefined
          ? {}
          : { $set: { state, ...(part === undefined ? {} : { [`parts.${state}`]: pack(part) }) } }),
      },
      { upsert: state === 'joined' },
    );
  }
}

/** A document has at most 16 MB, and a packed part is far smaller. */
function pack(part: unknown): Buffer {
  return gzipSync(JSON.stringify(part));
}

function unpack(part: unknown): unknown {
  if (part === undefined) return {};
  return JSON.parse(gunzipSync((part as { buffer: Uint8Array }).buffer).toString());
}

/** @returns the error of a failed query; a RunError unchanged */
export function rendezvousGone(error: unknown): RunError {
  if (error instanceof RunError) return error;
  return new RunError('rendezvous-gone', `the rendezvous doesn't answer: ${describe(error).message}`);
}

function differenceOf(first: RunDocument, own: { machines: number; plan: string }): string {
  if (first.machines !== own.machines) return `machines is ${first.machines} there, and ${own.machines} here`;
  const [there, here] = [JSON.parse(first.plan), JSON.parse(own.plan)] as Record<string, unknown>[];
  const names = Object.keys({ ...there, ...here }).filter(
    (name) => JSON.stringify(there?.[name]) !== JSON.stringify(here?.[name]),
  );
  return names.map((name) => `${name} is ${there?.[name]} there, and ${here?.[name]} here`).join(', ');
}
