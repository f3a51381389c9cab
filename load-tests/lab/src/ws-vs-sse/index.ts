import type { Experiment, Load, Plan, Size } from '../experiment.ts';
import { claims } from './claims.ts';
import { playClimb, playStep } from './rounds.ts';
import type { Span, Step } from './step.ts';
import { figures, tables } from './tables.ts';
import { targets } from './target.ts';
import type { Use } from './uses.ts';

interface Sizes {
  repeats: number;
  /** Batch sizes, at so many connections; numbers of connections, at a batch of 50. One a millisecond. */
  climbs: {
    batches: number[];
    at: number;
    connections: number[];
    interval_ms: number;
    span: Span;
    /** How often what is offered is doubled after the last step, as long as all of it is taken. */
    doublings: number;
  };
  /** Of the given rate, and of tabs. */
  span: Span;
  steady: { key: string; step: Step; targets: string[] }[];
  tabs: { step: Step; numbers: number[]; targets: string[]; repeats: number };
  /** What is drawn as it comes, and how it comes. */
  drawn: { use: Use; step: Step; targets: string[] }[];
  followed: { step: Step; targets: string[] };
  asked: { batches: string[]; connections: string[] };
}

/** In a browser, HTTP/1.1 has six connections to a server: what takes more isn't asked of it. */
const many = targets.filter(({ most }) => most >= 100).map(({ key }) => key);
const all = targets.map(({ key }) => key);
const chief = ['ws-chromium', 'sse-http2-chromium', 'ws-node', 'sse-http2-node'];
const inTabs = ['ws-chromium', 'sse-http2-chromium'];
/** The source's practical load: 100,000 events a second. */
const practical: Step = { connections: 20, batch: 250, interval_ms: 50 };

const sizes: Record<Size, Sizes> = {
  toy: {
    repeats: 1,
    climbs: {
      batches: [5, 20],
      at: 8,
      connections: [2, 10],
      interval_ms: 10,
      span: { warm_ms: 30, measured_ms: 120 },
      doublings: 1,
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
      numbers: [2],
      targets: ['sse-http2-chromium'],
      repeats: 1,
    },
    drawn: [
      { use: 'table', step: { connections: 2, batch: 20, interval_ms: 50 }, targets: ['ws-chromium'] },
      { use: 'chart', step: { connections: 2, batch: 1, interval_ms: 50 }, targets: ['ws-chromium'] },
    ],
    followed: { step: { connections: 2, batch: 20, interval_ms: 10 }, targets: ['ws-chromium'] },
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
      doublings: 2,
    },
    span: { warm_ms: 700, measured_ms: 1500 },
    steady: [{ key: 'steady-20', step: practical, targets: chief }],
    tabs: {
      step: { connections: 10, batch: 400, interval_ms: 1 },
      numbers: [1, 2],
      targets: inTabs.slice(1),
      repeats: 1,
    },
    drawn: [],
    followed: { step: practical, targets: [] },
    asked: {
      batches: ['ws-chromium', 'sse-http1-chromium', 'sse-http2-chromium', 'ws-node', 'sse-http2-node'],
      connections: inTabs,
    },
  },
  full: {
    repeats: 6,
    climbs: {
      batches: [1, 50, 100, 200, 400, 800],
      at: 10,
      connections: [1, 10, 20, 40, 60, 100],
      interval_ms: 1,
      span: { warm_ms: 400, measured_ms: 900 },
      doublings: 5,
    },
    span: { warm_ms: 1000, measured_ms: 2500 },
    steady: [
      { key: 'steady-20', step: practical, targets: many },
      { key: 'steady-100', step: { connections: 100, batch: 50, interval_ms: 50 }, targets: many },
    ],
    tabs: {
      step: { connections: 10, batch: 400, interval_ms: 1 },
      numbers: [1, 2, 3],
      targets: inTabs,
      repeats: 6,
    },
    drawn: [
      { use: 'table', step: practical, targets: inTabs },
      { use: 'chart', step: { ...practical, batch: 1 }, targets: inTabs },
    ],
    followed: { step: { connections: 30, batch: 50, interval_ms: 1 }, targets: inTabs },
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
  const { climbs, span, steady, tabs, drawn, followed, asked } = sizes[size];
  const baseline = (keys: readonly string[]) =>
    size !== 'toy' && keys.includes('ws-chromium') ? 'ws-chromium' : null;
  const { interval_ms, doublings } = climbs;
  return [
    {
      key: 'batches',
      title: `I: ${climbs.at} connections, batches of ${fromTo(climbs.batches)}`,
      targets: asked.batches,
      baseline: baseline(asked.batches),
      measure: (target, testbed) =>
        playClimb(play(target), testbed, {
          steps: climbs.batches.map((batch) => ({ connections: climbs.at, batch, interval_ms })),
          span: climbs.span,
          what: 'batch',
          doublings,
        }),
    },
    {
      key: 'connections',
      title: `II: ${fromTo(climbs.connections)} connections, batches of 50`,
      targets: asked.connections,
      baseline: size === 'quick' ? null : baseline(asked.connections),
      measure: (target, testbed) =>
        playClimb(play(target), testbed, {
          steps: climbs.connections.map((connections) => ({ connections, batch: 50, interval_ms })),
          span: climbs.span,
          what: 'connections',
          doublings,
        }),
    },
    ...steady.map(
      ({ key, step, targets }): Load => ({
        key,
        title: `III: ${step.connections} connections, batches of ${step.batch}`,
        targets,
        baseline: size === 'quick' ? null : baseline(targets),
        measure: (target, testbed) => playStep(play(target), testbed, { step, span, isGiven: true }),
      }),
    ),
    ...drawn.map(
      ({ use, step, targets }): Load => ({
        key: use,
        title:
          use === 'table'
            ? `III: ${step.connections} connections, batches of ${step.batch}, shown as a table`
            : `III: ${step.connections} connections, one event at a time, shown as a chart`,
        targets,
        baseline: baseline(targets),
        measure: (target, testbed) => playStep(play(target), testbed, { step, span, isGiven: true, use }),
      }),
    ),
    ...tabs.numbers.map(
      (number): Load => ({
        key: `tabs-${number}`,
        title: number === 1 ? 'one tab' : `${number} tabs together`,
        targets: tabs.targets,
        baseline: null,
        repeats: tabs.repeats,
        measure: (target, testbed) =>
          playStep(play(target), testbed, { step: tabs.step, span, isGiven: false, tabs: number }),
      }),
    ),
    ...[false, true].map(
      (isFollowed): Load => ({
        key: isFollowed ? 'devtools-on' : 'devtools-off',
        title: `${followed.step.connections} connections, batches of ${followed.step.batch}, DevTools ${isFollowed ? 'on' : 'off'}`,
        targets: followed.targets,
        baseline: null,
        measure: (target, testbed) =>
          playStep(play(target), testbed, { step: followed.step, span, isGiven: false, isFollowed }),
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
