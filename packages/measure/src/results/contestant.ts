/** What a run compares with others of its kind. */
export type Contestant = AppContestant | OtherContestant;

/** A contestant that is no stack as compare runs it, such as a server and its client, or a pair of browsers. */
export interface OtherContestant {
  key: string;
  title: string;
  /** Of the named libraries and runtimes on both ends. */
  versions: Record<string, string>;
  /** Why it isn't run on this machine; null if it is. */
  notRun: string | null;
}

export function isApp(contestant: Contestant): contestant is AppContestant {
  return 'stack' in contestant;
}

/** The key of the contestant that is the same as another one in everything: their ratio is an A/A. */
export function againOf(key: string): string {
  return `${key}${again}`;
}

/** @returns the key of what is measured: the same for a contestant and the one that is it once more */
export function withoutAgain(key: string): string {
  return key.endsWith(again) ? key.slice(0, -again.length) : key;
}

const again = ' (again)';

/** One stack in one mode over one transport to one audience, with all that was changed of it. */
export interface AppContestant {
  /** Names it within the run: `meteor`, `mean`, or what tells it from its kin, as in `meteor polling` or `mean (again)`. */
  key: string;
  stack: string;
  mode: string;
  transport: string;
  variant: Variant;
}

/** How many subscribers share one live query: all of them, ten, or one. */
export type Audience = 'one' | 'ten' | 'own';

/** Those that a key names: of all others, all subscribers share one list. */
const inKeys: Record<Exclude<Audience, 'one'>, true> = { ten: true, own: true };

/** What differs from the app as it comes, measured as it is measured by default. */
export interface Variant {
  /** Absent in older folders: one. */
  audience?: Audience;
  /** Who writes: `app` (calls a method) or `database` (straight into MongoDB). Default: app. */
  writer: 'app' | 'database';
  /** What the writes ask MongoDB for. Default: majority. */
  writeConcern: 'majority' | '1';
  /** Whether clients offer permessage-deflate, as browsers do. Default: true. */
  compression: boolean;
  /** Whether the app runs with the sampler's preload. Default: true. */
  probe: boolean;
  /** The stack whose Node it runs on. Default, null: its own. */
  node: string | null;
  /** Meteor's publication strategy. Default, null: the app's, SERVER_MERGE. */
  strategy: string | null;
  /** What carries the transport inside the server. Null: the stack has nothing to choose; older folders don't say. */
  serverTransport?: string | null;
  /** Whether the app runs with its guards. Default: true; so are older folders. */
  guards?: boolean;
  /** The processes of the app on one database. Default, null: one that does it all; so are older folders. */
  instances?: Instances | null;
}

/** Several processes of one app, each on its own port. */
export interface Instances {
  count: number;
  layout: Layout;
}

/**
 * Who connects to which. `idle`: subscribers and writers to all but the last instance, which serves nobody. `apart`:
 * writers to the first, subscribers to the others. `killed`: subscribers to all, writers to all but the last, which is
 * killed in mid-run.
 */
export type Layout = 'idle' | 'apart' | 'killed';

export const asItComes: Required<Variant> = {
  audience: 'one',
  writer: 'app',
  writeConcern: 'majority',
  compression: true,
  probe: true,
  node: null,
  strategy: null,
  serverTransport: null,
  guards: true,
  instances: null,
};

/** Null: one process does it all. */
export function instancesOf({ variant }: { variant?: Variant }): Instances | null {
  return variant?.instances ?? null;
}

export function audienceOf({ variant }: { variant?: Variant }): Audience {
  return variant?.audience ?? asItComes.audience;
}

/** A contestant's key where its audience is said already: `meteor polling` of `meteor own polling`. */
export function keyWithoutAudience(key: string): string {
  return key
    .split(' ')
    .filter((word) => !Object.hasOwn(inKeys, word))
    .join(' ');
}

/** Whether a comparison is an A/A: of a contestant and itself, with nothing changed. */
export function isAgainstItself(
  { a, b }: { a: string; b: string },
  contestants: readonly Contestant[],
): boolean {
  if (a === againOf(b)) return true;
  const [above, below] = [a, b].map((key) => {
    const found = contestants.find((one) => one.key === key);
    if (!found || !isApp(found)) return undefined;
    return JSON.stringify([
      ...[found.stack, found.mode, found.transport],
      Object.entries({ ...asItComes, ...found.variant }).sort(),
    ]);
  });
  return a !== b && above !== undefined && above === below;
}
