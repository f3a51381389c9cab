import type { Experiment, Load, Plan, Size } from '../experiment.ts';
import { claims } from './claims.ts';
import { playClimb, playStep } from './rounds.ts';
import type { Span, Step } from './step.ts';
import { figures, tables } from './tables.ts';
import { targets } from './target.ts';

interface Sizes {
  repeats: number;
  /** Batch sizes, at so many connections; numbers of connections, at a batch of 50. One a millisecond. */
  climbs: { batches: number[]; at: number; connections: number[]; interval_ms: number; span: Span };
  /** Of the given rate, and of tabs. */
  span: Span;
  steady: { key: string; step: Step; targets: string[] }[];
  tabs: { step: Step; targets: string[]; repeats: number };
  asked: { batches: string[]; connections: string[] };
}

/** In a browser, HTTP/1.1 has six connections to a server: what takes more isn't asked of it. */
const many = targets.filter(({ most }) => most >= 100).map(({ key }) => key);
const all = targets.map(({ key }) => key);
const chief = ['ws-chromium', 'sse-http2-chromium', 'ws-node', 'sse-http2-node'];
const inTabs = ['ws-chromium', 'sse-http2-chromium'];

const sizes: Record<Size, Sizes> = {
  toy: {
    repeats: 1,
    climbs: {
      batches: [5, 20],
      at: 8,
      connections: [2, 10],
      interval_ms: 10,
      span: { warm_ms: 30, measured_ms: 120 },
    },
    span: { warm_ms: 50, measured_ms: 300 },
    steady: [
      {
        key: 'steady-20',
        step: { connections: 4, batch: 25, interval_ms: 50 },
        targets: ['ws-node'],
      },
    ],
    tabs: {
      step: { connections: 3, batch: 20, interval_ms: 10 },
      targets: ['sse-http2-chromium'],
      repeats: 1,
    },
    asked: { batches: all, connections: ['sse-http2-node'] },
  },
  quick: {
    repeats: 2,
    climbs: {
      batches: [200, 800],
      at: 10,
      connections: [20, 60],
      interval_ms: 1,
      span: { warm_ms: 300, measured_ms: 600 },
    },
    span: { warm_ms: 700, measured_ms: 1500 },
    steady: [{ key: 'steady-20', step: { connections: 20, batch: 250, interval_ms: 50 }, targets: chief }],
    tabs: { step: { connections: 10, batch: 400, interval_ms: 1 }, targets: inTabs.slice(1), repeats: 1 },
    asked: {
      batches: ['ws-chromium', 'sse-http1-chromium', 'sse-http2-chromium', 'ws-node', 'sse-http2-node'],
      connections: inTabs,
    },
  },
  full: {
    repeats: 6,
    climbs: {
      batches: [50, 100, 200, 400, 800],
      at: 10,
      connections: [10, 20, 40, 60, 100],
      interval_ms: 1,
      span: { warm_ms: 400, measured_ms: 900 },
    },
    span: { warm_ms: 1000, measured_ms: 2500 },
    steady: [
      { key: 'steady-20', step: { connections: 20, batch: 250, interval_ms: 50 }, targets: many },
      { key: 'steady-100', step: { connections: 100, batch: 50, interval_ms: 50 }, targets: many },
    ],
    tabs: { step: { connections: 10, batch: 400, interval_ms: 1 }, targets: inTabs, repeats: 6 },
    asked: { batches: all, connections: chief },
  },
};

const play = (key: string) => {
  const found = targets.find((target) => target.key === key);
  if (!found) throw new Error(`ws-vs-sse has no target named ${key}: ${all.join(', ')}.`);
  return found;
};

const fromTo = (numbers: readonly number[]) => `${Math.min(...numbers)} to ${Math.max(...numbers)}`;

function loadsOf(size: Size): Load[] {
  const { climbs, span, steady, tabs, asked } = sizes[size];
  const baseline = (keys: readonly string[]) =>
    size !== 'toy' && keys.includes('ws-chromium') ? 'ws-chromium' : null;
  const { interval_ms } = climbs;
  return [
    {
      key: 'batches',
      title: `I: ${climbs.at} connections, batches of ${fromTo(climbs.batches)}`,
      targets: asked.batches,
      baseline: baseline(asked.batches),
      measure: (target, stage) =>
        playClimb(play(target), stage, {
          steps: climbs.batches.map((batch) => ({ connections: climbs.at, batch, interval_ms })),
          span: climbs.span,
          what: 'batch',
        }),
    },
    {
      key: 'connections',
      title: `II: ${fromTo(climbs.connections)} connections, batches of 50`,
      targets: asked.connections,
      baseline: size === 'quick' ? null : baseline(asked.connections),
      measure: (target, stage) =>
        playClimb(play(target), stage, {
          steps: climbs.connections.map((connections) => ({ connections, batch: 50, interval_ms })),
          span: climbs.span,
          what: 'connections',
        }),
    },
    ...steady.map(
      ({ key, step, targets }): Load => ({
        key,
        title: `III: ${step.connections} connections, batches of ${step.batch}`,
        targets,
        baseline: size === 'quick' ? null : baseline(targets),
        measure: (target, stage) => playStep(play(target), stage, { step, span, isGiven: true }),
      }),
    ),
    // That one tab counts right is seen above.
    ...(size === 'toy' ? [2] : [1, 2]).map(
      (number): Load => ({
        key: number === 1 ? 'one-tab' : 'two-tabs',
        title: number === 1 ? 'one tab' : 'two tabs together',
        targets: tabs.targets,
        baseline: null,
        repeats: tabs.repeats,
        measure: (target, stage) =>
          playStep(play(target), stage, { step: tabs.step, span, isGiven: false, tabs: number }),
      }),
    ),
  ];
}

export default {
  name: 'ws-vs-sse',
  title: 'WebSocket or server-sent events: how many events a second a browser takes',
  question:
    'A server pushes batches of events as fast as the client takes them: do WebSockets or server-sent events carry more, and at what cost of CPU?',
  source: {
    title: 'WebSocket vs. Server-sent Events: A Performance Comparison',
    author: 'Timeplus',
    year: 2022,
    url: 'https://www.timeplus.com/post/websocket-vs-sse',
    machine: 'Apple M1 Pro, 10 cores, 32 GB; macOS 12.4; Chrome 103',
  },
  targets,
  plan: (size): Plan => {
    const loads = loadsOf(size);
    const isLoad = (key: string) => loads.some((load) => load.key === key);
    return {
      repeats: sizes[size].repeats,
      loads,
      figures,
      tables: tables.map((table) => ({ ...table, rows: table.rows.filter(isLoad) })),
      claims,
    };
  },
} satisfies Experiment;
