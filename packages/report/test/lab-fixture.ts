import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { median, ratios } from '@meteor-vs-mean/stats';
import type { LabCell, LabClaim, LabManifest, LabRound, LabSummary, LabTable } from '../src/index.ts';
import { random } from './fixture.ts';

/** A results folder of the lab in the making: what `npm run lab` would have written. */
export interface LabFixture {
  manifest: LabManifest;
  summary: LabSummary;
  rounds: LabRound[];
}

const machine: LabManifest['machine'] = {
  cpu: 'a CPU',
  cores: 2,
  memory_bytes: 16e9,
  kernel: 'Linux 6.18',
  os: 'linux x64',
  pinning: 'server and client share all cores',
  cpuSets: null,
};

const targets: LabSummary['targets'] = [
  { key: 'node-ws', title: 'Node with ws', versions: { Node: '24.21.0', ws: '8.20.0' }, notRun: null },
  { key: 'bun', title: 'Bun’s own server', versions: { Bun: '1.4.5', ws: '8.20.0' }, notRun: null },
  {
    key: 'uws',
    title: 'uWebSockets.js',
    versions: {},
    notRun: 'it isn’t on npm, and <GitHub> can’t be reached',
  },
];

const loads: LabSummary['loads'] = [
  { key: 'two', title: 'Two clients, one message at a time' },
  { key: 'fifty', title: 'Fifty clients' },
];

/** What each target measures under each load, before noise. */
const truth: Record<string, Record<string, number>> = {
  'node-ws': { per_s: 20_000, exchange_bytes: 31, cpu_ms: 12, p50_ms: 0.05 },
  bun: { per_s: 30_000, exchange_bytes: 31, cpu_ms: 5, p50_ms: 0.03 },
};

const published: [load: string, target: string, per_s: number][] = [
  ['two', 'node-ws', 19_000],
  ['two', 'bun', 44_000],
  ['two', 'uws', 57_000],
];

export interface LabParts {
  repeats?: number;
  /** Numbers of rounds. */
  voided?: readonly number[];
  summary?: Partial<LabSummary>;
  manifest?: Partial<LabManifest>;
}

export function labFixture({ repeats = 6, voided = [], summary, manifest }: LabParts = {}): LabFixture {
  const rounds = roundsOf(repeats, voided);
  const about: LabManifest = {
    format: 1,
    lab: 'ws-pingpong',
    id: '2026-11-21t100000-ws-pingpong',
    started: '2026-11-21T10:00:00.000Z',
    finished: '2026-11-21T10:12:00.000Z',
    command: 'npm run lab -- ws-pingpong',
    options: { seed: 1 },
    ended: 'complete',
    git: { commit: 'c0ffee0000000000000000000000000000000000', modified: false },
    bench: { node: '24.21.0' },
    machine,
    seed: 1,
    ...manifest,
  };
  const { format, lab, id, started, seed } = about;
  const speed = tableOf(rounds, { key: 'speed', title: 'Round trips', figure: 'per_s', unit: 'a second' });
  return {
    manifest: about,
    rounds,
    summary: {
      ...{ format, lab, id, started, seed, machine, targets, loads },
      title: 'A simple WebSocket benchmark in JavaScript',
      question: 'How many round trips a second does each server play?',
      source: {
        title: 'A simple WebSocket benchmark in JavaScript: Node.js versus Bun',
        ...{ author: 'somebody', year: 2023, url: 'https://example.org/post', machine: 'a laptop' },
      },
      size: repeats < 6 ? 'quick' : 'whole',
      tables: [
        speed,
        tableOf(rounds, {
          key: 'bytes',
          title: 'Bytes of an exchange',
          figure: 'exchange_bytes',
          unit: 'bytes',
        }),
        tableOf(rounds, { key: 'cpu', title: 'CPU of the server', figure: 'cpu_ms', unit: 'ms per 1,000' }),
        tableOf(rounds, {
          key: 'p50',
          title: 'Round trip, p50',
          figure: 'p50_ms',
          unit: 'ms',
          rows: ['two'],
        }),
        { ...speed, key: 'bare', title: 'Without ratios', baseline: null, cells: speed.cells.map(bare) },
      ],
      claims: [claimOf(speed), ours],
      void: rounds
        .filter(({ verdict }) => verdict === 'void')
        .map(({ round, target, load, reasons }) => ({ round, target, load, reasons })),
      enough: voided.length === 0,
      ...summary,
    },
  };
}

function roundsOf(repeats: number, voided: readonly number[]): LabRound[] {
  const next = random(7);
  const rounds: LabRound[] = [];
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
          ...{ round, repeat, load: load.key, target, again, figures },
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

interface Planned extends Pick<LabTable, 'key' | 'title' | 'figure' | 'unit'> {
  rows?: string[];
}

function tableOf(rounds: readonly LabRound[], { rows = ['two', 'fifty'], ...planned }: Planned): LabTable {
  const columns = targets.map(({ key }) => key);
  const baseline = 'node-ws';
  return {
    ...planned,
    ...{ rows, columns, baseline, floor: 0.06, notes: [] },
    better: planned.figure === 'per_s' ? 'more' : 'less',
    cells: rows.flatMap((row) =>
      columns.map((column) => cellOf(rounds, planned.figure, row, column, baseline)),
    ),
  };
}

function cellOf(
  rounds: readonly LabRound[],
  figure: string,
  row: string,
  column: string,
  baseline: string,
): LabCell {
  const mine = rounds.filter(({ load, again, verdict }) => load === row && !again && verdict === 'valid');
  const of = (target: string, repeat: number) =>
    mine.find((round) => round.target === target && round.repeat === repeat)?.figures[figure];
  const repeats = [...new Set(mine.map(({ repeat }) => repeat))];
  const each = repeats.flatMap((repeat) => of(column, repeat) ?? []);
  const pairs = repeats.map((repeat) => ({
    a: of(column, repeat),
    b: of(baseline, repeat),
    first: repeat % 2 === 0 ? ('a' as const) : ('b' as const),
  }));
  const said = (target: string) =>
    figure === 'per_s'
      ? (published.find(([load, key]) => load === row && key === target)?.[2] ?? null)
      : null;
  const [own, base] = [said(column), said(baseline)];
  return {
    ...{ row, column, each },
    middle: median(each) ?? null,
    ratio: column === baseline ? null : (ratios(pairs) ?? null),
    published: own,
    publishedRatio: own === null || base === null || column === baseline ? null : own / base,
    notRun: targets.find(({ key }) => key === column)?.notRun ?? null,
  };
}

function bare(cell: LabCell): LabCell {
  return { ...cell, ratio: null, published: null, publishedRatio: null };
}

/** @param ratio published */
export function claimOf({ cells }: LabTable, ratio = 44 / 19): LabClaim {
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

const ours: LabClaim = {
  key: 'words',
  what: 'A claim in words',
  published: { text: 'about as quick', ratio: null },
  here: { text: 'not run', ratio: null, interval: null },
  factor: null,
  why: '',
};

/** Writes it where a results folder could stand. @returns its path */
export async function writeLabFixture(
  folder: string,
  { manifest, summary, rounds }: LabFixture,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'summary.json'), JSON.stringify(summary));
  await writeFile(
    path.join(folder, 'rounds.jsonl'),
    rounds.map((round) => `${JSON.stringify(round)}\n`).join(''),
  );
  return folder;
}
