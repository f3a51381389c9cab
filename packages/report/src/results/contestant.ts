/** One stack in one mode over one transport, with all that was changed of it. */
export interface Contestant {
  /** Names it within the run: `meteor`, `mean`, or what tells it from its kin, as in `meteor polling` or `mean (again)`. */
  key: string;
  stack: string;
  mode: string;
  transport: string;
  variant: Variant;
}

/** What differs from the app as it comes, measured as it is measured by default. */
export interface Variant {
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
}

export const asItComes: Variant = {
  writer: 'app',
  writeConcern: 'majority',
  compression: true,
  probe: true,
  node: null,
  strategy: null,
};
