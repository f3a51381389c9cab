import { openBadChart } from '@meteor-vs-mean/workshop/charts';
import { drawBreaks } from './breaks/draw.ts';
import { openCode } from './kinds/code.ts';
import { openConformance } from './kinds/conformance.ts';
import type { Drawings } from './kinds/json.ts';
import { openLines } from './kinds/lines.ts';
import type { Recorded } from './kinds/recorded.ts';
import { openPrinciples } from './principles/open.ts';
import { openCodeOfPrinciples } from './principles/open-code.ts';
import { drawTrace } from './way/draw.ts';

/** A recorded result that the write-up takes figures from. */
export type Reference = {
  /** Under load-tests/results/reference; of what is counted at each build, what it is counted in. */
  folder: string;
  /** What it is, in a few words: stands where a page names its results. */
  what: string;
  /** Records it anew. */
  command: string;
} & (
  | { kind: 'compare' | 'lab' }
  /** Any JSON file whose keys say their units. `draw` makes charts and tables of it. */
  | { kind: 'json'; file: string; draw?: (content: never) => Drawings }
  /** What has a reader of its own: a recorded folder, or what is counted anew at each build. */
  | { kind: 'counted'; open(folder: string): Promise<Recorded> }
);

const lab = (name: string, what: string): Reference => ({
  kind: 'lab',
  folder: `2026-11-21-lab-${name}`,
  what,
  command: `npm run lab -- ${name}`,
});

/** By the short name that pages use. */
export const references = {
  full200: {
    kind: 'compare',
    folder: '2026-11-21-full-200',
    what: '200 subscribers at 20 writes a second, and what a client costs',
    command: 'npm run compare -- --full',
  },
  full500: {
    kind: 'compare',
    folder: '2026-11-21-full-500',
    what: '500 subscribers at 8 writes a second',
    command: 'npm run compare -- --full --scenarios fan-out --clients 500 --rate 8 --duration 12',
  },
  full1000: {
    kind: 'compare',
    folder: '2026-11-21-full-1000',
    what: '1,000 subscribers at 4 writes a second',
    command: 'npm run compare -- --full --scenarios fan-out --clients 1000 --rate 4 --duration 20',
  },
  latency40: {
    kind: 'compare',
    folder: '2026-11-21-full-40ms',
    what: 'the same over a network of 40 ms each way',
    command: 'npm run compare -- --full --scenarios fan-out --latency 40ms',
  },
  control: {
    kind: 'compare',
    folder: '2026-11-21-control',
    what: 'each stack against itself, and what changes without compression, without the preload, on one Node',
    command: 'npm run compare -- --control',
  },
  control40: {
    kind: 'compare',
    folder: '2026-11-21-control-40ms',
    what: 'the control over a network of 40 ms each way',
    command: 'npm run compare -- --control --scenarios fan-out --latency 40ms',
  },
  ladder: {
    kind: 'compare',
    folder: '2026-11-21-ladder',
    what: 'every mode, transport, writer and strategy',
    command: 'npm run compare -- --ladder',
  },
  knee: {
    kind: 'compare',
    folder: '2026-11-21-knee',
    what: 'the most that each stack carries',
    command: 'npm run compare -- --knee',
  },
  idle: {
    kind: 'compare',
    folder: '2026-11-21-idle',
    what: 'the CPU of clients that hold and get nothing',
    command: 'npm run compare -- --full --scenarios idle-clients --steps 250,500,1000 --idle 25',
  },
  self: {
    kind: 'compare',
    folder: '2026-11-21-self',
    what: 'the bench measures itself',
    command: 'npm run compare -- --self',
  },
  browser: {
    kind: 'json',
    folder: '2026-11-21-browser',
    file: 'browser.json',
    what: 'from a click in one browser until another shows it, and what came into the browser',
    command: 'npm run bench:browser',
  },
  trace: {
    kind: 'json',
    folder: '2026-11-21-trace',
    file: 'trace.json',
    what: 'the way of a write through each stack, step by step',
    command: 'npm run trace',
    draw: drawTrace,
  },
  breaks: {
    kind: 'json',
    folder: '2026-11-21-breaks',
    file: 'breaks.json',
    what: 'a client that stops reading, and two instances of each app',
    command: 'npm run breaks',
    draw: drawBreaks,
  },
  code: {
    kind: 'counted',
    folder: '2026-11-21-code',
    what: 'dependencies and their age, build times and start times',
    command: 'npm run record -w @meteor-vs-mean/code',
    open: openCode,
  },
  lines: {
    kind: 'counted',
    folder: 'apps',
    what: 'lines of both apps, by part',
    command: 'npm run lines -w @meteor-vs-mean/code',
    open: openLines,
  },
  conformance: {
    kind: 'counted',
    folder: 'packages/conformance/recorded',
    what: 'what the suite said of a real Meteor server',
    command: 'npm run record -w @meteor-vs-mean/conformance',
    open: openConformance,
  },
  principles: {
    kind: 'counted',
    folder: 'principles',
    what: 'what both apps answered to the questions on the seven principles',
    command: 'npm run record -w @meteor-vs-mean/conformance',
    open: openPrinciples,
  },
  principlesCode: {
    kind: 'counted',
    folder: 'apps',
    what: 'lines of both apps, by principle',
    command: 'npm run writeup:build',
    open: openCodeOfPrinciples,
  },
  badChart: {
    kind: 'counted',
    folder: '2026-11-21-full-200',
    what: 'the rounds that the bad chart of the workshop is made from',
    command: 'npm run compare -- --full',
    open: openBadChart,
  },
  labHttp: lab('http-vs-socketio', 'what a request costs over HTTP and over Socket.io'),
  labAjax: lab('sockjs-vs-ajax', 'messages a second, there and back, near and far'),
  labPingPong: lab('ws-pingpong', 'WebSocket servers on Node and Bun'),
  labSse: lab('ws-vs-sse', 'WebSocket against server-sent events'),
  labCarriers: lab('carriers', 'what each stack pays for its protocol alone'),
} satisfies Record<string, Reference>;

export type ReferenceName = keyof typeof references;

/**
 * References that are being recorded. Until their folder is there, pages say "not recorded yet" where their figures
 * would stand; any other missing reference fails the build. Empty this list when they are in.
 */
export const awaited: readonly ReferenceName[] = [];
