import type { AppContestant, Audience } from './contestant.ts';
import type { Plan } from './plan.ts';

/** `toy`: it shows that the command works, and its figures say nothing. `quick`: a hint in minutes. `full`: to be quoted. */
export type Size = 'toy' | 'quick' | 'full';

/** `compare`: pairs of stacks. `lab`: transports, without the apps. `experiment`: another experiment with the apps. */
export const runKinds = ['compare', 'lab', 'experiment'] as const;
export type RunKind = (typeof runKinds)[number];

/** What is recorded without rounds. */
export type RecordKind = 'conformance';

export type Kind = RunKind | RecordKind;

/** Why a run ended. One that was interrupted (by Ctrl-C, or killed) or failed keeps the rounds before. */
export type Ended = 'complete' | 'interrupted' | { failed: string };

/** manifest.json: what was run, on what. With the rounds it is all that a summary follows from. */
export interface Envelope {
  format: 4;
  /** Of compare and of the lab: which of theirs. Of the others: the kind once more. */
  experiment: string;
  id: string;
  size: Size;
  /** ISO 8601. */
  started: string;
  finished: string;
  /** As it was typed; run again in the same commit, it does the same. */
  command: string;
  options: Record<string, unknown>;
  ended: Ended;
  git: { commit: string; modified: boolean } | null;
  /** Of what measures: node, artillery, the mongodb driver. */
  versions: Record<string, string>;
}

/** Of a run with rounds. */
export interface RunManifest extends Envelope {
  kind: RunKind;
  seed: number;
  machine: Machine;
  plan: Plan;
}

/** Of a run of `npm run compare` on the stacks. */
export interface CompareManifest extends RunManifest {
  kind: 'compare';
  experiment: Experiment;
  /** True if a stack that was asked for did not run. */
  partial: boolean;
  network: Network;
  /** In words: where clients come from, as the app sees it. Older runs don't say. */
  addresses?: string;
  mongo: MongoFacts;
  stacks: Record<string, StackFacts>;
  plan: ComparePlan;
}

/** Of what has no rounds: what was found is in the file that is named after its kind. */
export interface RecordManifest extends Envelope {
  kind: RecordKind;
  machine: Computer;
}

/** Its contestants are stacks. */
export interface ComparePlan extends Plan {
  contestants: readonly AppContestant[];
}

export type Manifest = RunManifest | RecordManifest;

/** What a run of compare is for; without a flag it is `quick`. */
export type Experiment = 'quick' | 'full' | 'control' | 'capacity' | 'curve' | 'instances' | 'ladder';

/** What lies between the generator and the apps, and nowhere else. One way, so a round trip has it twice. */
export interface Network {
  /** Null: nothing, loopback. Otherwise what makes it, with its version: `toxiproxy 2.12.0`, `tc netem`. */
  by: string | null;
  latency_ms: number;
  jitter_ms: number;
  /** 0 to 1; netem only. */
  loss: number;
  /** What it was before the first round, in the middle of some pings; null where nothing lies between. */
  measured: {
    /** There and back over it. */
    roundTrip_ms: number;
    /** The same without delay: what its maker adds. */
    own_ms: number;
    /** To MongoDB, which isn't reached over it: before it was there, and since. */
    mongoBefore_ms: number;
    mongoAfter_ms: number;
  } | null;
}

export interface Computer {
  cpu: string;
  cores: number;
  memory_bytes: number;
  kernel: string;
  os: string;
}

/** The computer that measures and is measured, and how its cores are used. */
export interface Machine extends Computer {
  /** In words: whether generator, app and mongod have cores of their own, or why not. */
  pinning: string;
  /** Whether the writers' thread goes before all others that wait for a core; older runs don't say. */
  writersFirst?: boolean;
  /** Cores of each; null where they share all of them: then figures are labelled shared-core. */
  cpuSets: { generator: string; app: string; mongod: string } | null;
}

/** As the running server says, not as its settings should be. */
export interface MongoFacts {
  version: string;
  source: string;
  storageEngine: string;
  /** Null where the server doesn't tell. */
  journalCommitInterval_ms: number | null;
  writeConcernMajorityJournalDefault: boolean | null;
  defaultWriteConcern: Record<string, unknown> | null;
  /** What both apps ask for with each write. */
  writeConcern: string;
}

export type StackFacts =
  | {
      ran: true;
      title: string;
      version: string;
      node: string;
      versions: Record<string, string>;
      build: string;
      /** The stack that it is the floor of; absent: it is none. */
      floorOf?: string;
      /** What its build sends to a browser, in bytes. Older runs have none. */
      javascript?: { firstPage: Weight; allPages: Weight };
    }
  | { ran: false; title: string; reason: string; remedy: string; recorded: Recorded | null };

/** Some files, each compressed by itself: gzip at level 6, brotli at quality 11. */
export interface Weight {
  files: number;
  raw_bytes: number;
  gzip_bytes: number;
  brotli_bytes: number;
}

/** The newest reference run in which a stack really ran: its figures are shown where the stack can't run. */
export interface Recorded {
  folder: string;
  version: string;
  /** ISO 8601. */
  date: string;
  /** Of the machine. */
  cpu: string;
  load: { clients: number; rate: number };
  /** By audience, then by the figure's name. */
  figures: Partial<Record<Audience, Record<string, number | null>>>;
}

export function isCompare(manifest: Manifest): manifest is CompareManifest {
  return manifest.kind === 'compare';
}

/** Whether a run only shows that a command works: then it is no reference, no floor, and nothing to take a figure from. */
export function isToyRun({ size }: Pick<Manifest, 'size'>): boolean {
  return size === 'toy';
}
