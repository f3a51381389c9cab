/** manifest.json: what was run, on what. */
export interface Manifest {
  format: 2;
  id: string;
  /** Made with TOY=1: it shows that the command works, and its figures say nothing. Absent in older folders. */
  toy?: boolean;
  experiment: Experiment;
  /** ISO 8601. */
  started: string;
  finished: string;
  /** As it was typed; run again in the same commit, it does the same. */
  command: string;
  options: Record<string, unknown>;
  seed: number;
  /** Why it ended. Of a run that failed the rounds before are kept. */
  ended: 'complete' | { failed: string };
  /** True if a stack that was asked for did not run. */
  partial: boolean;
  git: { commit: string; modified: boolean } | null;
  machine: Machine;
  network: Network;
  /** Versions of the bench's own parts: node, artillery, mongodb driver. */
  bench: Record<string, string>;
  mongo: MongoFacts;
  stacks: Record<string, StackFacts>;
}

/** What a run is for; `compare` without a flag is `quick`. */
export type Experiment = 'quick' | 'full' | 'control' | 'knee' | 'ladder' | 'self';

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

export interface Machine {
  cpu: string;
  cores: number;
  memory_bytes: number;
  kernel: string;
  os: string;
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

/** The newest reference run in which a stack really ran, named beside a stack that couldn't. */
export interface Recorded {
  folder: string;
  version: string;
  /** ISO 8601. */
  date: string;
  p50_ms: number | null;
  p99_ms: number | null;
}
