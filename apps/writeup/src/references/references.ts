/** A run that the write-up takes figures from. */
export interface Reference {
  /** What it is, in a few words: shown where a page names its results. */
  what: string;
  /** Records it. */
  command: string;
  /** Its folders under load-tests/results/reference are called so, each with the day of its run before it. */
  folder: string;
  /** True if its command puts the record into that folder itself, in the place of the one before. */
  keepsItself?: true;
  /** What its command needs first, which no command brings. It is recorded only by its name. */
  byHand?: string;
}

const lab = (name: string, what: string): Reference => ({
  what,
  command: `npm run lab -- ${name}`,
  folder: `lab-${name}`,
});

/** Runtime packages of Meteor 3.5.0 on a checkout of 3.4.1, as no whole Meteor 3.5 can be built here. */
const newest = (what: string, command: string, folder: string): Reference => ({
  what: `${what}, with runtime packages of Meteor 3.5.0`,
  command,
  folder,
  byHand: 'a Meteor with runtime packages of 3.5.0 on PATH',
});

/**
 * By the short name that pages use, those that are needed most first. A control comes before the runs that take their
 * noise from it.
 */
export const references = {
  control: {
    what: 'each stack against itself, and what changes without compression, without the preload, on one Node',
    command: 'npm run compare -- --control',
    folder: 'control',
  },
  full200: {
    what: '200 subscribers at 20 writes a second by audience, and what a client costs',
    command: 'npm run compare -- --full',
    folder: 'full-200',
  },
  again: {
    what: 'the same a second time',
    command: 'npm run compare -- --full',
    folder: 'full-200-again',
  },
  curve: {
    what: 'what a write costs with 1 to 2,000 distinct live queries',
    command: 'npm run compare -- --curve --rounds 3',
    folder: 'curve',
  },
  capacity: {
    what: 'the most users that each stack carries',
    command: 'npm run compare -- --capacity',
    folder: 'capacity',
  },
  ladder: {
    what: 'every mode, transport, writer and strategy',
    command: 'npm run compare -- --ladder',
    folder: 'ladder',
  },
  browser: {
    what: 'clicks, pages and scripts in a browser',
    command: 'npm run experiment -- browser --full',
    folder: 'browser',
  },
  accounts: {
    what: 'log-ins, private lists, and 500 clients that come back at once',
    command: 'npm run compare -- --accounts',
    folder: 'accounts',
  },
  instances: {
    what: 'the apps as one, two and four instances, and one that is killed',
    command: 'npm run compare -- --instances 1,2,4',
    folder: 'instances',
  },
  guards: {
    what: 'each app with and without its guards',
    command: 'npm run compare -- --guards on,off --stacks meteor,mean --rounds 6',
    folder: 'guards',
  },
  control40: {
    what: 'the control over a network of 40 ms each way',
    command: 'npm run compare -- --control --scenarios fan-out --latency 40ms',
    folder: 'control-40ms',
  },
  latency40: {
    what: 'the same over a network of 40 ms each way',
    command:
      'npm run compare -- --full --stacks meteor,mean --audience one --scenarios fan-out --latency 40ms',
    folder: 'full-40ms',
  },
  breaks: {
    what: 'a client that stops reading',
    command: 'npm run experiment -- slow-client --full',
    folder: 'breaks',
  },
  attack: {
    what: 'hostile frames, cases by hand, and faults',
    command: 'npm run attack -- --quick',
    folder: 'attack',
  },
  conformance: {
    what: 'what the suite said of a real Meteor server',
    command: 'npm run record -w @meteor-vs-mean/conformance',
    folder: 'conformance',
    keepsItself: true,
  },
  newest: newest('the headline', 'npm run compare -- --full', 'newest-full-200'),
  newestCurve: newest('the curve', 'npm run compare -- --curve --rounds 3', 'newest-curve'),
  newestLadder: newest('the ladder', 'npm run compare -- --ladder', 'newest-ladder'),
  labHttp: lab('http-vs-socketio', 'what a request costs over HTTP and over Socket.io'),
  labAjax: lab('sockjs-vs-ajax', 'messages a second, there and back, near and far'),
  labPingPong: lab('ws-pingpong', 'WebSocket servers on Node and Bun'),
  labSse: lab('ws-vs-sse', 'WebSocket against server-sent events'),
  labCarriers: lab('carriers', 'what each stack pays for its protocol alone'),
} satisfies Record<string, Reference>;

export type ReferenceName = keyof typeof references;
