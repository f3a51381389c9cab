/** The parts of Artillery 2 that this engine uses. Artillery publishes no types for engines. */

/** Artillery's metrics: `started`, `counter`, `rate`, `histogram`, `error`. */
export interface Events {
  emit(event: string, ...args: unknown[]): unknown;
  /** Of a thread's runner: `done`. */
  on?(event: string, listener: (report: unknown) => void): unknown;
}

/** A virtual user's variables, and the functions of its templates. */
export interface Context {
  vars: Record<string, unknown>;
  funcs?: Record<string, (...args: never[]) => unknown>;
  [key: string]: unknown;
}

export type Callback = (error: unknown, context?: Context) => void;
export type Scenario = (context: Context, callback: Callback) => void;

/** Artillery's engine_util, the third argument of an engine's constructor. */
export interface Helpers {
  template(value: unknown, context: Context): unknown;
  createThink(
    spec: Record<string, unknown>,
    defaults?: Record<string, unknown>,
  ): (context: Context, callback: Callback) => void;
}

export interface Phase {
  arrivalCount?: number | string;
  [key: string]: unknown;
}

export interface ScenarioSpec {
  name?: string;
  flow?: unknown;
  beforeScenario?: string | string[];
  afterScenario?: string | string[];
  [key: string]: unknown;
}

/** A function of the script's `processor`, with a callback or async. */
export type ProcessorFunction = (
  context: Context,
  events: Events,
  next?: (error?: unknown) => void,
) => unknown;

export interface Script {
  config: {
    target?: string;
    phases?: Phase[];
    engines?: Record<string, unknown>;
    defaults?: { think?: Record<string, unknown> };
    processor?: Record<string, unknown>;
    [key: string]: unknown;
  };
  scenarios?: ScenarioSpec[];
  before?: ScenarioSpec;
  after?: ScenarioSpec;
  [key: string]: unknown;
}

interface ArtilleryGlobal {
  testRunId?: string;
  suggestedExitCode?: number;
  /** In the main thread only. */
  shutdown?: (options: { exitCode: number }) => unknown;
}

/** Artillery's global object, in the main thread and in its workers. */
export function artillery(): ArtilleryGlobal {
  return (globalThis as { artillery?: ArtilleryGlobal }).artillery ?? {};
}
