/** A run that the write-up takes figures from. */
export interface Reference {
  /** What it is, in a few words: stands where a page names its results. */
  what: string;
  /** Records it. */
  command: string;
  /** Its folders under load-tests/results/reference are called so, each with the day of its run before it. */
  folder: string;
  /** True if its command puts the record into that folder itself, in the place of the one before. */
  keepsItself?: true;
}

const lab = (name: string, what: string): Reference => ({
  what,
  command: `npm run lab -- ${name}`,
  folder: `lab-${name}`,
});

/** By the short name that pages use. */
export const references = {
  full200: {
    what: '200 subscribers at 20 writes a second by audience, and what a client costs',
    command: 'npm run compare -- --full',
    folder: 'full-200',
  },
  again: {
    what: 'the same once more, after it had ended',
    command: 'npm run compare -- --full',
    folder: 'full-200-again',
  },
  full500: {
    what: '500 subscribers at 8 writes a second',
    command:
      'npm run compare -- --full --stacks meteor,mean --audience one --scenarios fan-out --clients 500 --rate 8 --duration 12',
    folder: 'full-500',
  },
  full1000: {
    what: '1,000 subscribers at 4 writes a second',
    command:
      'npm run compare -- --full --stacks meteor,mean --audience one --scenarios fan-out --clients 1000 --rate 4 --duration 20',
    folder: 'full-1000',
  },
  latency40: {
    what: 'the same over a network of 40 ms each way',
    command:
      'npm run compare -- --full --stacks meteor,mean --audience one --scenarios fan-out --latency 40ms',
    folder: 'full-40ms',
  },
  control: {
    what: 'each stack against itself, and what changes without compression, without the preload, on one Node',
    command: 'npm run compare -- --control',
    folder: 'control',
  },
  control40: {
    what: 'the control over a network of 40 ms each way',
    command: 'npm run compare -- --control --scenarios fan-out --latency 40ms',
    folder: 'control-40ms',
  },
  ladder: {
    what: 'every mode, transport, writer and strategy',
    command: 'npm run compare -- --ladder',
    folder: 'ladder',
  },
  knee: {
    what: 'the most that each stack carries',
    command: 'npm run compare -- --knee',
    folder: 'knee',
  },
  curve: {
    what: 'what a write costs with 1 to 2,000 distinct live queries',
    command: 'npm run compare -- --curve',
    folder: 'curve',
  },
  instances: {
    what: 'the apps as one, two and four instances, and one that is killed',
    command: 'npm run compare -- --instances 1,2,4',
    folder: 'instances',
  },
  idle: {
    what: 'the CPU of clients that hold and get nothing',
    command:
      'npm run compare -- --full --stacks meteor,mean --audience one --scenarios idle-clients --steps 20,200,400,600,800,1000 --idle 25',
    folder: 'idle',
  },
  steps: {
    what: 'what a client costs, by steps of fewer clients',
    command:
      'npm run compare -- --full --stacks meteor,mean --audience one --scenarios idle-clients --steps 20,60,100,150,200',
    folder: 'steps',
  },
  browser: {
    what: 'from a click in one browser until another shows it, and what came into the browser',
    command: 'npm run experiment -- browser --full',
    folder: 'browser',
  },
  pages: {
    what: 'how soon a page shows its data and answers: as the apps are, and as they were before their servers rendered',
    command:
      'npm run experiment -- browser --full --parts pages --stacks meteor=../91062b7,meteor,mean=../91062b7,mean',
    folder: 'pages',
  },
  breaks: {
    what: 'a client that stops reading',
    command: 'npm run experiment -- slow-client --full',
    folder: 'breaks',
  },
  attack: {
    what: 'a million hostile frames, cases by hand, and faults',
    command: 'npm run attack -- --full',
    folder: 'attack',
  },
  accounts: {
    what: 'log-ins, private lists, and 500 clients that come back at once',
    command: 'npm run compare -- --accounts',
    folder: 'accounts',
  },
  conformance: {
    what: 'what the suite said of a real Meteor server',
    command: 'npm run record -w @meteor-vs-mean/conformance',
    folder: 'conformance',
    keepsItself: true,
  },
  labHttp: lab('http-vs-socketio', 'what a request costs over HTTP and over Socket.io'),
  labAjax: lab('sockjs-vs-ajax', 'messages a second, there and back, near and far'),
  labPingPong: lab('ws-pingpong', 'WebSocket servers on Node and Bun'),
  labSse: lab('ws-vs-sse', 'WebSocket against server-sent events'),
  labCarriers: lab('carriers', 'what each stack pays for its protocol alone'),
} satisfies Record<string, Reference>;

export type ReferenceName = keyof typeof references;
