/** What `npm run trace` records, as far as it is drawn here. */
export interface Trace {
  /** A run that only showed that the command works. */
  toy?: boolean;
  lanes: Lane[];
}

export interface Lane {
  stack: string;
  write: 'add' | 'tick';
  writes: number;
  /** Without relays, and through them. */
  plain: Spread;
  traced: Spread;
  relaysAdd_ms: number;
  sumOfSteps_ms: number;
  steps: Step[];
  beside: Step[];
  /** From the act on. */
  marks: Record<string, Spread | undefined>;
}

export interface Spread {
  p25_ms: number;
  p50_ms: number;
  p75_ms: number;
  mean_ms: number;
}

export interface Step extends Spread {
  /** For instance 'act-call'. */
  name: string;
}

export const titles: Record<string, string> = { meteor: 'Meteor', mean: 'MEAN' };

/** What goes on in a step of the way to the other browser. */
export const stepWords: Record<string, string> = {
  'act-call': 'the page, until its call is at the app',
  'call-check': 'the app, until it asks MongoDB whether it may write',
  'check-write': 'those questions, until the command that writes leaves',
  'call-write': 'the app, until the command that writes leaves',
  'write-learned': 'MongoDB, until it tells the app of the write',
  'learned-change': 'the app, until the change leaves for the other browser',
  'change-row': 'the other page, until its row is there',
};

/** What happens beside it. */
export const besideWords: Record<string, string> = {
  'act-ownRow': 'the own row is there, from the act on',
  'write-acknowledged': 'MongoDB acknowledges the command, from its leaving on',
  'acknowledged-learned':
    'from the acknowledgement until the app is told (less than zero: it was told before)',
  'act-answer': "the method's result leaves the app, from the act on",
  'act-confirmed': 'the own row is pending no more, from the act on',
};
