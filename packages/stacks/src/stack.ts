import type { Probe } from '@meteor-vs-mean/sampler';
import type { PageWeight } from './page-weight.ts';

export type StackName = 'meteor' | 'mean';

/** What carries changes to a client; the load client speaks all three. */
export type Transport = 'ddp' | 'ddp-sockjs' | 'socketio';

/** What was found of what a stack needs, or why it can't run and what would help. */
export type Found =
  | { found: true; version: string; description: string }
  | { found: false; reason: string; remedy: string };

/** One of the things compared: how it is built, started, observed and stopped. */
export interface Stack {
  readonly name: StackName;
  /** For people: 'Meteor'. */
  readonly title: string;
  /** How it can learn of a write. */
  readonly modes: readonly string[];
  readonly defaultMode: string;
  readonly transports: readonly Transport[];
  /** The one that its browsers use. */
  readonly defaultTransport: Transport;
  /** Publication strategies beside the one it has by default; the setting `publicationStrategy` chooses. */
  readonly strategies?: readonly string[];
  /** The same in `serve`, `dev` and the scenarios. */
  readonly defaultPort: number;
  /** Looks for what it needs. Never installs. */
  find(): Promise<Found>;
  /**
   * Builds for production; what was built before from the same sources is used again.
   * @throws one line when what it needs isn't there; the tool's last lines when the build fails
   */
  build(options: { log(line: string): void }): Promise<Build>;
  /**
   * Starts it from its sources, on its own tools: what is changed there is in the browser without a restart.
   * @throws as `build` and `Build.start` do
   */
  develop(options: DevelopOptions): Promise<RunningApp>;
}

export type DevelopOptions = Pick<StartOptions, 'mode' | 'port' | 'mongo' | 'database' | 'log'>;

export interface Build {
  readonly stack: StackName;
  readonly dir: string;
  /** Path of the Node that it runs on: the one that it was built for. */
  readonly node: string;
  /** For instance '22.22.1'. */
  readonly nodeVersion: string;
  /** Of what it is made of, by name: `node`, and for instance `meteor` or `express`. */
  readonly versions: Record<string, string>;
  /** Of its sources and its tools. */
  readonly hash: string;
  /** What it sends to a browser, in bytes. `build` says it to its log, too. */
  readonly javascript: PageWeight;
  /** The class that observes the database in this mode, as the running server names it; null if it names none. */
  observeDriver(mode: string): string | null;
  /** @throws one line if what was built can't run in this mode, naming the version that can */
  checkMode(mode: string): void;
  /**
   * Whether it runs on another Node than its own; absent where it is bound to that.
   * @throws one line if it doesn't
   */
  checkNode?(node: string): Promise<void>;
  /**
   * The build that would come after this one if a line were added to the browser's code: what browsers get has the
   * line, and other names wherever a name says what is in a file. The server is the same.
   * @param folder an empty one, which has to stay while the build is used
   */
  next(line: string, folder: string): Promise<Build>;
  /**
   * Starts it in production mode and waits until it answers.
   * @throws one line for a bad mode or a taken port; the last lines of its log if it ends or doesn't answer
   */
  start(options: StartOptions): Promise<RunningApp>;
}

export interface StartOptions {
  /** One of the stack's modes. Default: the stack's. */
  mode?: string;
  /** 0: a free one. */
  port: number;
  mongo: { readonly url: string };
  /** Name of its database in that MongoDB. */
  database: string;
  /** Load the sampler's preload, so that `RunningApp.probe` is there. */
  probe?: boolean;
  /** What each write asks MongoDB for. Default: majority. */
  writeConcern?: 'majority' | '1';
  /** Path of a Node to run it on, instead of the one that it was built for. */
  node?: string;
  /** Meteor's settings; others ignore them. */
  settings?: Record<string, unknown>;
  /** Over what we set. */
  env?: Record<string, string>;
  /** Gets each line that it prints. */
  log?(line: string): void;
}

export interface RunningApp {
  readonly stack: StackName;
  /** http://127.0.0.1:port */
  readonly url: string;
  readonly pid: number;
  readonly port: number;
  readonly mode: string;
  readonly probe?: Probe;
  /** Resolves when it has ended, however. */
  readonly exited: Promise<Exit>;
  /** SIGTERM, and SIGKILL after 5 s. */
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}
