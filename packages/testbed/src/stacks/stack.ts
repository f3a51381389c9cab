import type { Exit } from '../process/index.ts';
import type { Probe } from '../sampler/index.ts';
import type { PageWeight } from './page-weight.ts';

/** `mean`; or `mean=before`, which is the same app from the checkout in a folder `before`. */
export type StackName = string;

/** What carries changes to a client; the load client speaks all three. */
export type Transport = 'ddp' | 'ddp-sockjs' | 'socketio';

/** What carries a transport inside a server that has several for it. */
export interface ServerTransport {
  readonly name: string;
  /** What its clients can speak. */
  readonly carries: readonly Transport[];
}

/** What was found of what a stack needs, or why it can't run and what would help. */
export type Found =
  | ({ found: true; version: string; description: string } & OwnModes)
  | {
      found: false;
      reason: string;
      remedy: string;
      /** Meteor's own installer brings what is missing. */
      canBeInstalled?: true;
    };

/** What depends on the version of a stack's tools. `Found` says it as far as that is known before anything is built. */
interface OwnModes {
  /** Those of the stack's modes that this version has. */
  readonly modes: readonly string[];
  /** The one that it has where nobody asks for another. */
  readonly defaultMode: string;
}

/** One of the things compared: how it is built, started, observed and stopped. */
export interface Stack {
  readonly name: StackName;
  /** For people: 'Meteor'. */
  readonly title: string;
  /** Of its app, relative to the repository's root. */
  readonly folder: string;
  /** Whether browsers get an app from it: `dev` and the workshop start those. A floor has no pages. */
  readonly hasPages: boolean;
  /** Of the files in load-tests/scenarios, the environment that talks to it. Absent: MEAN's or Meteor's, by transport. */
  readonly environment?: string;
  /** How it can learn of a write, in all its versions together. */
  readonly modes: readonly string[];
  readonly transports: readonly Transport[];
  /** The one that its browsers use. */
  readonly defaultTransport: Transport;
  /** What it can carry them with, where there is a choice; the first one is its own. */
  readonly serverTransports?: readonly ServerTransport[];
  /** Publication strategies beside the one it has by default; the setting `publicationStrategy` chooses. */
  readonly strategies?: readonly string[];
  /** Whether GUARDS=off starts it without its guards. Absent: it has none. */
  readonly hasGuards?: boolean;
  /** The stack that it is the floor of: the smallest server that does the same. Absent: it is no floor. */
  readonly floorOf?: StackName;
  /** True of a server that sends writes without storing them. Absent: what is written is in MongoDB. */
  readonly storesNothing?: boolean;
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

type DevelopOptions = Pick<
  StartOptions,
  'mode' | 'port' | 'portOption' | 'mongo' | 'database' | 'log' | 'env' | 'signal'
>;

export interface Build extends OwnModes {
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
  /** What it sends to a browser, in bytes; null where it has no pages. `build` says it to its log, too. */
  readonly javascript: PageWeight | null;
  /**
   * The class that observes the database in this mode, as the running server names it; null if it names none.
   * @param hasWindow whether what is observed is the first so many documents: another class may have to do that
   */
  observeDriver(mode: string, hasWindow: boolean): string | null;
  /** @throws one line if what was built can't run in this mode, naming the version that can */
  checkMode(mode: string): void;
  /**
   * Absent where there is no choice.
   * @throws as `checkMode`, of a server transport
   */
  checkServerTransport?(name: string): void;
  /**
   * Whether it runs on another Node than its own; absent where it is bound to that.
   * @throws one line if it doesn't
   */
  checkNode?(node: string): Promise<void>;
  /**
   * Starts it in production mode and waits until it answers.
   * @throws one line for a bad mode or a taken port; the last lines of its log if it ends or doesn't answer
   */
  start(options: StartOptions): Promise<RunningApp>;
}

export interface StartOptions {
  /** One of the stack's modes. Default: the build's. */
  mode?: string;
  /** One of the stack's server transports; others ignore it. Default: the stack's own, whatever our environment says. */
  serverTransport?: string;
  /** 0: a free one. */
  port: number;
  /** What chooses the port, for who reads that it is taken. Default: `--port`. */
  portOption?: string;
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
  /** Aborted before it answers: it is killed. */
  signal?: AbortSignal;
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
