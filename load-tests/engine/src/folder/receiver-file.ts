import { threadId } from 'node:worker_threads';
import { type Account, type Counts, countsOf } from '../account/account.ts';
import type { CallAccount, Calls } from '../account/call-account.ts';
import { encodeHistogram, type Outside } from '../account/histogram.ts';
import type { Sighting } from '../account/sightings.ts';
import type { Documents, Witness } from '../account/witness.ts';
import type { Usage } from '../process/receiver-usage.ts';
import { writeWhole } from './files.ts';

/** receiver-<pid>-<thread>.json: what the subscribers of one thread received. Two more files have their bits and times. */
export interface ReceiverFile extends Usage, Counts {
  /** In the order of the rows in receiver-<pid>-<thread>.bits: one bit per write of the group, each row in whole bytes. */
  subscribers: {
    ready_ns: string;
    began_ns: string;
    disconnects: number;
    group: number;
    target: number;
  }[];
  /** The deliveries, by the half second since the start of the schedule in which they came; null where none did. */
  spans: (number | null)[];
  /** HDR, microseconds. */
  latency: string;
  latencyOutside: Outside;
  /** The same for writes of other machines; absent in a run on one machine. */
  across?: string;
  acrossOutside?: Outside;
  /** Why the first connection was lost; absent if none was. */
  first_disconnect?: string;
  /** Events that show no write, by their name; about 20 names at most. */
  came: Record<string, Sighting>;
  /** Calls of the virtual users, not of the writers. */
  calls: Calls;
  /** Their log-ins, from the request to its answer. */
  logins: Calls;
  /** The extensions that the websocket handshakes agreed on, each once. */
  extensions: string[];
  /** The transports of the connections, each once. */
  transports: string[];
}

/** witness-<pid>-<thread>-<row>.json */
export interface WitnessFile {
  documents: Documents;
}

interface Received {
  account: Account;
  calls: CallAccount;
  logins: CallAccount;
  usage: Usage;
  extensions: ReadonlySet<string>;
  transports: ReadonlySet<string>;
  /** By the row of their subscribers. */
  witnesses: ReadonlyMap<number, Witness>;
  /** Whether several machines write. */
  isSeveral: boolean;
}

export function writeReceiver(
  dir: string,
  { account, calls, logins, usage, extensions, transports, witnesses, isSeveral }: Received,
): void {
  const own = `${process.pid}-${threadId}`;
  for (const [row, witness] of witnesses) {
    const file: WitnessFile = { documents: witness.documents() };
    writeWhole(dir, `witness-${own}-${row}.json`, JSON.stringify(file));
  }
  writeWhole(dir, `receiver-${own}.bits`, account.bits());
  writeWhole(dir, `receiver-${own}.times`, account.times.bytes());
  const { spans, latency, across } = account;
  const file: ReceiverFile = {
    subscribers: account.subscribers.map((one) => ({
      ready_ns: String(one.ready_ns),
      began_ns: String(one.began_ns),
      disconnects: one.disconnects,
      group: one.group,
      target: one.target,
    })),
    ...countsOf([account]),
    spans: Array.from(spans, (count) => count ?? null),
    latency: encodeHistogram(latency.histogram),
    latencyOutside: latency.outside,
    ...(isSeveral ? { across: encodeHistogram(across.histogram), acrossOutside: across.outside } : {}),
    ...(account.firstDisconnect === undefined ? {} : { first_disconnect: account.firstDisconnect }),
    came: account.sightings.totals(),
    calls: calls.totals(),
    logins: logins.totals(),
    extensions: [...extensions],
    transports: [...transports],
    ...usage,
  };
  writeWhole(dir, `receiver-${own}.json`, JSON.stringify(file));
}
