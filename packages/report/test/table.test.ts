import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { type ContestantSummary, type CountName, countNames, type Summary, table } from '../src/index.ts';

const contestant: ContestantSummary = {
  stack: 'mean',
  mode: 'changestream',
  transport: 'socketio',
  version: 'Socket.io 4',
  scenario: 'fan-out',
  drivers: [],
  extensions: ['no compression'],
  rounds: { valid: 3, void: 1 },
  latency: { p50_ms: 7.5, p95_ms: 12.34, p99_ms: null, max_ms: null },
  counts: {
    ...(Object.fromEntries(countNames.map((name) => [name, 0])) as Record<CountName, number>),
    expected: 57_000,
    delivered: 56_990,
    lost: 10,
  },
  witnesses: { checked: 9, differing: 1 },
  appCpu_ms_per_1000: 33.21,
  mongodCpu_ms_per_1000: null,
  appRss_bytes: 150e6,
  mongodRss_bytes: null,
  appWaiting: 0.058,
  memory: [],
  heldDocument: null,
};

const summary: Summary = {
  format: 1,
  id: 'test',
  partial: false,
  seed: 7,
  stacks: {
    mean: {
      ran: true,
      title: 'MEAN',
      version: 'Socket.io 4.8.4',
      node: '24.21.0',
      versions: { node: '24.21.0', express: '5.3.0', 'socket.io': '4.8.4' },
      build: 'abc',
    },
  },
  mongo: {
    version: '6.0.5',
    source: 'wheel',
    storageEngine: 'wiredTiger',
    journalCommitInterval_ms: 100,
    writeConcernMajorityJournalDefault: true,
    defaultWriteConcern: null,
    writeConcern: 'w: majority',
  },
  machine: { cpu: 'a CPU', cores: 2, memory_bytes: 1, kernel: '', os: '', pinning: 'all share all cores' },
  contestants: [contestant],
  ratios: null,
  void: [],
  enough: true,
};

const print = (changes: Partial<Summary> = {}) => stripVTControlCharacters(table({ ...summary, ...changes }));

/** The cells of the row that begins so. */
function row(text: string, label: string): string[] {
  const line = text.split('\n').find((one) => one.includes(`│ ${label}`)) ?? '';
  return line.split('│').map((cell) => cell.trim());
}

test('what was measured stands above the figures', () => {
  const text = print();
  expect(text).toContain('MEAN: Socket.io 4.8.4, express 5.3.0, Node 24.21.0');
  expect(text).toContain('mean: mode changestream; transport socketio, no compression');
  expect(text).toContain('MongoDB 6.0.5 (wheel), wiredTiger, writes w: majority, journal every 100 ms');
  expect(text).toContain('2 cores (a CPU), all share all cores; seed 7');
});

test('a percentile that lies among what was lost is beyond the drain, and unread figures are dashes', () => {
  const text = print();
  expect(row(text, 'fan-out latency p50')).toContain('7.50 ms');
  expect(text).toMatch(/p99 +│ +beyond the drain/);
  expect(text).toMatch(/lost +│ +10 /);
  expect(row(text, 'mongod CPU, the same')).toContain('-');
  expect(row(text, 'views checked, differing')).toContain('9, 1');
  expect(row(text, 'valid rounds')).toContain('3 of 4');
});

test('a stack that did not run says why, what to do, and which recorded result there is', () => {
  const recorded = {
    folder: 'results/reference/x',
    version: 'Meteor 3',
    date: '2026-11-21T00:00:00Z',
    p50_ms: 11,
    p99_ms: 44,
  };
  const text = print({
    partial: true,
    stacks: {
      meteor: { ran: false, title: 'Meteor', reason: 'No meteor.', remedy: 'Install it.', recorded },
    },
  });
  expect(text).toContain('meteor: not run. No meteor. Install it.');
  expect(text).toContain(
    'from another run: Meteor 3 on 2026-11-21, p50 11.0 ms, p99 44.0 ms (results/reference/x)',
  );
  expect(text).toContain('This run is partial');
});

test('void rounds are named with reading, threshold and remedy, and too few valid ones are said', () => {
  const reasons = [
    { code: 'sender-late', threshold: 'within 20 ms', reading: '35 ms', remedy: 'Stop what else runs' },
  ];
  const text = print({ void: [{ round: 4, stack: 'mean', scenario: 'fan-out', reasons }], enough: false });
  expect(text).toContain(
    'Round 4 (mean, fan-out) is void. sender-late: 35 ms (within 20 ms). Stop what else runs',
  );
  expect(text).toContain('Too few valid rounds');
});

test('a slope of points that lie on no line is flagged', () => {
  const memory = {
    documents: 100,
    starts: 1,
    steps: [20, 100, 200],
    rss_bytes_per_client: 24_000,
    heap_bytes_per_client: 12_000,
    rss_bytes_empty: 1e8,
    heap_r2: 0.99,
    rss_r2: 0.5,
  };
  const idle = { ...contestant, scenario: 'idle-clients', latency: null, memory: [memory] };
  const text = print({ contestants: [idle] });
  const two = { ...idle, memory: [{ ...memory, steps: [2, 4] }] };
  expect(print({ contestants: [two] })).toContain('12.0 KB (two points)');
  expect(text).toMatch(/100 documents held: heap +│ +12\.0 KB +│/);
  expect(text).toContain('24.0 KB (no line: r² 0.50)');
});

test('ratios stand beside the figures, with the range of the pairs', () => {
  const other = { ...contestant, stack: 'meteor', mode: 'oplog', transport: 'ddp-sockjs' };
  const ratios = { 'fan-out': { p50_ms: { each: [1.4, 1.6], mean: 1.5, low: 1.4, high: 1.6, beyond: 0 } } };
  const text = print({ contestants: [other, contestant], ratios });
  expect(row(text, 'fan-out latency p50').at(-2)).toBe('1.50 (1.40 to 1.60)');
  expect(text).toContain('Ratios are meteor over mean');
  const lossy = { 'fan-out': { p50_ms: { each: [2], mean: 2, low: 2, high: 2, beyond: 2 } } };
  expect(print({ contestants: [other, contestant], ratios: lossy })).toContain(
    'beyond the drain in 2 of 3 pairs',
  );
});
