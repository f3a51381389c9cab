import {
  createResultsFolder,
  type GridClaim,
  type GridManifest,
  type GridRecord,
  type GridRound,
  type GridSummary,
  type GridTable,
  summariseGrid,
  tablesOver,
} from '../../src/results/index.ts';
import { random } from './fixture.ts';

/** A results folder of the lab in the making: what `npm run lab` would have written. */
export interface GridFixture {
  manifest: GridManifest;
  summary: GridSummary;
  rounds: GridRound[];
}

const machine: GridManifest['machine'] = {
  cpu: 'a CPU',
  cores: 2,
  memory_bytes: 16e9,
  kernel: 'Linux 6.18',
  os: 'linux x64',
  pinning: 'server and client share all cores',
  cpuSets: null,
};

const targets: GridRecord['targets'] = [
  { key: 'node-ws', title: 'Node with ws', versions: { Node: '24.21.0', ws: '8.20.0' }, notRun: null },
  { key: 'bun', title: 'Bun’s own server', versions: { Bun: '1.4.5', ws: '8.20.0' }, notRun: null },
  {
    key: 'uws',
    title: 'uWebSockets.js',
    versions: {},
    notRun: 'it isn’t on npm, and <GitHub> can’t be reached',
  },
];

const keys = targets.map(({ key }) => key);
const loads: GridRecord['loads'] = [
  { key: 'two', title: 'Two clients, one message at a time', targets: keys, baseline: 'node-ws' },
  { key: 'fifty', title: 'Fifty clients', targets: keys, baseline: 'node-ws' },
];

/** What each target measures under each load, before noise. */
const truth: Record<string, Record<string, number>> = {
  'node-ws': { per_s: 20_000, exchange_bytes: 31, cpu_ms: 12, p50_ms: 0.05 },
  bun: { per_s: 30_000, exchange_bytes: 31, cpu_ms: 5, p50_ms: 0.03 },
};

export interface GridParts {
  repeats?: number;
  /** Numbers of rounds. */
  voided?: readonly number[];
  manifest?: Partial<GridManifest>;
}

const extent = { rows: ['two', 'fifty'], columns: keys, baseline: 'node-ws' };

const plan: Omit<GridRecord, 'repeats'> = {
  title: 'A simple WebSocket benchmark in JavaScript',
  question: 'How many round trips a second does each server play?',
  source: {
    title: 'A simple WebSocket benchmark in JavaScript: Node.js versus Bun',
    author: 'somebody',
    year: 2023,
    url: 'https://example.org/post',
    machine: 'a laptop',
  },
  targets,
  loads,
  figures: [
    { name: 'per_s', title: 'Round trips', unit: 'a second', better: 'more' },
    { name: 'exchange_bytes', title: 'Bytes of an exchange', unit: 'bytes', better: 'less' },
    { name: 'cpu_ms', title: 'CPU of the server', unit: 'ms per 1,000', better: 'less' },
    { name: 'p50_ms', title: 'Round trip, p50', unit: 'ms', better: 'less' },
  ],
  tables: tablesOver(extent, [
    { key: 'speed', figure: 'per_s', published: { two: { 'node-ws': 19_000, bun: 44_000, uws: 57_000 } } },
    { key: 'bytes', figure: 'exchange_bytes' },
    { key: 'cpu', figure: 'cpu_ms' },
    { key: 'p50', figure: 'p50_ms', rows: ['two'] },
    { key: 'bare', figure: 'per_s', title: 'Without ratios', baseline: null },
  ]),
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
};

export function gridFixture({ repeats = 6, voided = [], manifest }: GridParts = {}): GridFixture {
  const rounds = roundsOf(repeats, voided);
  const about: GridManifest = {
    format: 3,
    kind: 'lab',
    experiment: 'ws-pingpong',
    id: '2026-11-21t100000-ws-pingpong',
    size: repeats < 6 ? 'quick' : 'full',
    started: '2026-11-21T10:00:00.000Z',
    finished: '2026-11-21T10:12:00.000Z',
    command: 'npm run lab -- ws-pingpong',
    options: { seed: 1 },
    ended: 'complete',
    git: { commit: 'c0ffee0000000000000000000000000000000000', modified: false },
    versions: { node: '24.21.0' },
    machine,
    seed: 1,
    plan: { ...plan, repeats },
    ...manifest,
  };
  return { manifest: about, rounds, summary: summariseGrid(about, rounds) };
}

function roundsOf(repeats: number, voided: readonly number[]): GridRound[] {
  const next = random(7);
  const rounds: GridRound[] = [];
  for (let repeat = 1; repeat <= repeats; repeat++) {
    for (const load of loads) {
      for (const [target, again] of [
        ['node-ws', false],
        ['bun', false],
        ['node-ws', true],
      ] as const) {
        const round = rounds.length + 1;
        const noise = 0.97 + 0.06 * next();
        const isVoid = voided.includes(round);
        const figures = Object.fromEntries(
          Object.entries(truth[target] ?? {}).map(([name, value]) => [
            name,
            name === 'exchange_bytes' ? value : value * noise,
          ]),
        );
        rounds.push({
          round,
          repeat,
          load: load.key,
          target,
          again,
          figures,
          started: '2026-11-21T10:00:00Z',
          accounts: [{ what: 'messages', owed: 1000, seen: isVoid ? 990 : 1000 }],
          verdict: isVoid ? 'void' : 'valid',
          reasons: isVoid
            ? [
                {
                  code: 'accounts',
                  threshold: 'all of them',
                  reading: '990 of 1,000 messages',
                  remedy: 'Look into it',
                },
              ]
            : [],
          surroundings: null,
        });
      }
    }
  }
  return rounds;
}

/** @param ratio published */
export function claimOf({ cells }: GridTable, ratio = 44 / 19): GridClaim {
  const found = cells.find(({ column }) => column === 'bun')?.ratio;
  return {
    key: 'bun',
    what: 'Bun’s own server over Node with ws, in round trips a second of two clients',
    published: { text: '44,000 against 19,000 a second', ratio },
    here: {
      text: found ? '30,000 over 20,000 a second: 1.5' : 'not run: no valid round',
      ratio: found?.mean ?? null,
      interval: found?.interval ?? null,
    },
    factor: found ? found.mean / ratio : null,
    why: 'Node 24 sends a frame with fewer system calls than Node 20 did.',
  };
}

/** Writes it where a results folder could stand. @returns its path */
export async function writeGridFixture(folder: string, { manifest, rounds }: GridFixture): Promise<string> {
  const writer = await createResultsFolder<GridManifest, GridRound>(folder);
  for (const round of rounds) await writer.addRound(round);
  await writer.finish(manifest);
  return folder;
}
