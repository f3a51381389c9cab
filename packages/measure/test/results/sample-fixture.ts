import {
  againOf,
  comparisonsFor,
  type Load,
  neededOf,
  type OtherContestant,
  type Plan,
  type RunManifest,
  type SampleRound,
  type Summary,
  summaryOf,
} from '../../src/results/index.ts';
import { random } from './fixture.ts';

/** What `npm run lab` would have written. */
export interface SampleFixture {
  manifest: RunManifest;
  summary: Summary;
  rounds: SampleRound[];
}

const machine: RunManifest['machine'] = {
  cpu: 'a CPU',
  cores: 2,
  memory_bytes: 16e9,
  kernel: 'Linux 6.18',
  os: 'linux x64',
  pinning: 'server and client share all cores',
  cpuSets: null,
};

const contestants: OtherContestant[] = [
  { key: 'node-ws', title: 'Node with ws', versions: { Node: '24.21.0', ws: '8.20.0' }, notRun: null },
  { key: 'bun', title: 'Bun’s own server', versions: { Bun: '1.4.5', ws: '8.20.0' }, notRun: null },
  {
    key: 'uws',
    title: 'uWebSockets.js',
    versions: {},
    notRun: 'it isn’t on npm, and <GitHub> can’t be reached',
  },
];

const keys = contestants.map(({ key }) => key);
const loads: Load[] = [
  { key: 'two', title: 'Two clients, one message at a time', contestants: keys, baseline: 'node-ws' },
  { key: 'fifty', title: 'Fifty clients', contestants: keys, baseline: 'node-ws' },
];

/** What each contestant measures at each load, before noise. */
const truth: Record<string, Record<string, number>> = {
  'node-ws': { per_s: 20_000, exchange_bytes: 31, cpu_ms: 12, p50_ms: 0.05 },
  bun: { per_s: 30_000, exchange_bytes: 31, cpu_ms: 5, p50_ms: 0.03 },
};

export interface SampleParts {
  pairs?: number;
  /** Numbers of rounds. */
  voided?: readonly number[];
  manifest?: Partial<RunManifest>;
  plan?: Partial<Plan>;
}

const extent = { rows: ['two', 'fifty'], columns: keys, baseline: 'node-ws' };

const plan: Omit<Plan, 'comparisons' | 'needed'> = {
  title: 'A simple WebSocket benchmark in JavaScript',
  question: 'How many round trips a second does each server play?',
  source: {
    title: 'A simple WebSocket benchmark in JavaScript: Node.js versus Bun',
    author: 'somebody',
    year: 2023,
    url: 'https://example.org/post',
    machine: 'a laptop',
  },
  contestants: [
    ...contestants,
    { ...(contestants[0] as OtherContestant), key: againOf('node-ws'), title: 'Node with ws (again)' },
  ],
  loads,
  figures: [
    { name: 'per_s', title: 'Round trips', unit: 'a second', better: 'more' },
    { name: 'exchange_bytes', title: 'Bytes of an exchange', unit: 'bytes', better: 'less' },
    { name: 'cpu_ms', title: 'CPU of the server', unit: 'ms per 1,000', better: 'less' },
    { name: 'p50_ms', title: 'Round trip, p50', unit: 'ms', better: 'less' },
  ],
  tables: [
    {
      ...extent,
      key: 'speed',
      figure: 'per_s',
      published: { two: { 'node-ws': 19_000, bun: 44_000, uws: 57_000 } },
    },
    { ...extent, key: 'bytes', figure: 'exchange_bytes' },
    { ...extent, key: 'cpu', figure: 'cpu_ms' },
    { ...extent, key: 'p50', figure: 'p50_ms', rows: ['two'] },
    { ...extent, key: 'bare', figure: 'per_s', title: 'Without ratios', baseline: null },
  ],
  claims: [
    {
      key: 'bun',
      what: 'Bun’s own server over Node with ws, in round trips a second of two clients',
      published: { text: '44,000 against 19,000 a second', ratio: 44 / 19 },
      here: { figure: 'per_s', load: 'two', over: ['bun', 'node-ws'] },
      why: 'Node 24 sends a frame with fewer system calls than Node 20 did.',
    },
    {
      key: 'words',
      what: 'A claim in words',
      published: { text: 'about as quick', ratio: null },
      here: { figure: 'per_s', load: 'two', over: ['uws', 'node-ws'] },
      why: '',
    },
  ],
  notRun: [],
  stopping: null,
  capacities: [],
  curves: [],
  floor: null,
};

export function sampleFixture({
  pairs = 6,
  voided = [],
  manifest,
  ...parts
}: SampleParts = {}): SampleFixture {
  const rounds = roundsOf(pairs, voided);
  const whole = { ...plan, ...parts.plan };
  const runs = (key: string) => key !== 'uws';
  const about: RunManifest = {
    format: 4,
    kind: 'lab',
    experiment: 'ws-pingpong',
    id: '2026-11-21t100000-ws-pingpong',
    size: pairs < 6 ? 'quick' : 'full',
    started: '2026-11-21T10:00:00.000Z',
    finished: '2026-11-21T10:12:00.000Z',
    command: 'npm run lab -- ws-pingpong',
    options: { seed: 1 },
    ended: 'complete',
    git: { commit: 'c0ffee0000000000000000000000000000000000', modified: false },
    versions: { node: '24.21.0' },
    machine,
    seed: 1,
    plan: { comparisons: comparisonsFor(whole), needed: neededOf(whole.loads, pairs, runs), ...whole },
    ...manifest,
  };
  return { manifest: about, rounds, summary: summarised(about, rounds) };
}

export function summarised(manifest: RunManifest, rounds: readonly SampleRound[]): Summary {
  return summaryOf(
    manifest,
    rounds.map((round) => ({ round })),
  );
}

const broken = {
  code: 'accounts',
  threshold: 'all of them',
  reading: '990 of 1,000 messages',
  remedy: 'Look into it',
};

function roundsOf(pairs: number, voided: readonly number[]): SampleRound[] {
  const next = random(7);
  const rounds: SampleRound[] = [];
  for (let pair = 1; pair <= pairs; pair++) {
    for (const load of loads) {
      for (const contestant of ['node-ws', 'bun', againOf('node-ws')]) {
        const round = rounds.length + 1;
        const noise = 0.97 + 0.06 * next();
        const isVoid = voided.includes(round);
        const figures = Object.fromEntries(
          Object.entries(truth[contestant === 'bun' ? 'bun' : 'node-ws'] ?? {}).map(([name, value]) => [
            name,
            name === 'exchange_bytes' ? value : value * noise,
          ]),
        );
        rounds.push({
          kind: 'sample',
          round,
          pair,
          load: load.key,
          contestant,
          figures,
          started: '2026-11-21T10:00:00Z',
          accounts: [{ what: 'messages', owed: 1000, seen: isVoid ? 990 : 1000 }],
          verdict: isVoid ? 'void' : 'valid',
          reasons: isVoid ? [broken] : [],
          remarks: [],
          surroundings: null,
        });
      }
    }
  }
  return rounds;
}
