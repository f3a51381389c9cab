import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import {
  type Capacity,
  type CompareSummary,
  type Comparison,
  type Floor,
  noiseFloorOf,
  withSlopeIntervals,
} from '@meteor-vs-mean/measure/results';
import {
  deliveryRound,
  type Fixture,
  fixture,
  mean,
  memoryRound,
  meteor,
} from '@meteor-vs-mean/measure/results/fixture';
import type { Ratios } from '@meteor-vs-mean/stats';
import { beforeAll, expect, test } from 'vitest';
import { table } from '../src/index.ts';
import { verdict } from '../src/verdict.ts';

const print = (summary: CompareSummary) => stripVTControlCharacters(table(summary));

const withFloor = (summary: CompareSummary, floor: Floor): CompareSummary => ({
  ...summary,
  plan: { ...summary.plan, floor },
});

/** The cells of the row that begins so. */
function row(text: string, label: string): string[] {
  const line = text.split('\n').find((one) => one.includes(`│ ${label}`)) ?? '';
  return line.split('│').map((cell) => cell.trim());
}

/** The ratio of p50 in the matrix, with what the lines below say of it. */
function p50Of(summary: CompareSummary): string {
  const lines = print(summary).split('\n');
  const at = lines.findIndex((line) => line.includes('│   Meteor / MEAN'));
  const below = lines[at + 1]?.split('│')[1]?.trim() === '' ? [lines[at + 1]] : [];
  return [lines[at], ...below]
    .map((line) => line?.split('│')[2]?.trim())
    .join(' ')
    .trim();
}

/** Both stacks, in as many pairs as there are factors: Meteor's p50 is 8 ms times the factor, MEAN's 8 ms. */
function pairs(factors: readonly number[], lost = 0): ReturnType<typeof deliveryRound>[] {
  return factors.flatMap((factor, index) => [
    deliveryRound(meteor, 2 * index + 1, index + 1, { p50: 8 * factor, cpu: 60 }),
    deliveryRound(mean, 2 * index + 2, index + 1, { lost: index === 0 ? lost : 0 }),
  ]);
}

let three: Fixture;
beforeAll(() => {
  three = fixture({ deliveries: pairs([1.4, 1.5, 1.6]) });
});

test('a command that has a table to print, but nothing to draw, loads no library that draws', async () => {
  const index = path.resolve(import.meta.dirname, '../src/index.ts');
  const script = `import { registerHooks } from 'node:module';
    const asked = [];
    registerHooks({ resolve: (name, context, next) => (asked.push(name), next(name, context)) });
    await import(${JSON.stringify(index)});
    console.log(asked.join('\\n'));`;
  const node = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  const asked = (await node).stdout.split('\n');
  expect(asked).toContain('./table.ts');
  expect(asked.filter((name) => /plot|linkedom/.test(name))).toEqual([]);
});

test('what was measured is above the figures', () => {
  const text = print(three.summary);
  expect(text).toContain('MEAN: Socket.io 4.8.4, express 5.3.0, Node 24.21.0');
  expect(text).toContain(
    'Meteor as measured: oplog, ddp-sockjs; server transport sockjs; driver OplogObserveDriver; permessage-deflate',
  );
  expect(text).toContain('MongoDB: 6.0.5 (wheel), wiredTiger, writes w: majority, journal every 100 ms');
  expect(text).toContain('Network: loopback, nothing in between');
  expect(text).toContain('Shared cores: generator, app and mongod share all cores. Compare ratios, not');
});

test('three pairs show their range, six an interval, and each says which it is', () => {
  expect(p50Of(three.summary)).toMatch(/^1\.[45]\d \(1\.\d\d to 1\.\d\d\)$/);
  expect(print(three.summary)).toContain(
    'behind each, the range of the pairs or of the noise, the wider one.',
  );
  const six = fixture({ deliveries: pairs([1.4, 1.5, 1.6, 1.45, 1.52, 1.57]) });
  expect(p50Of(six.summary)).toMatch(/^1\.\d\d \(95 %: 1\.\d\d to 1\.\d\d\)$/);
  expect(print(six.summary)).not.toContain('the wider one');
});

test('the range of few pairs is that of the noise where the noise is wider, and six pairs keep their interval', () => {
  const of = (p50_ms: number, { summary }: Fixture) =>
    p50Of(withFloor(summary, { folder: 'results/control', sameMachine: true, figures: { p50_ms } }));
  const [first] = three.summary.comparisons as [Comparison];
  const { mean: middle, low, high } = first.figures.p50_ms as Ratios;
  const [ofPairs, ofNoise] = [
    [low, high],
    [middle / 1.3, middle * 1.3],
  ].map((ends) => ends.map((end) => end.toFixed(2)).join(' to '));
  expect(ofNoise).not.toBe(ofPairs);
  expect(of(1.02, three)).toBe(`${middle.toFixed(2)} (${ofPairs})`);
  expect(of(1.3, three)).toBe(`${middle.toFixed(2)} (${ofNoise})`);
  expect(
    print(withFloor(three.summary, { folder: 'x', sameMachine: true, figures: { p50_ms: 1.3 } })),
  ).toContain(`three pairs, ${ofNoise})`);
  const six = fixture({ deliveries: pairs([1.4, 1.5, 1.6, 1.45, 1.52, 1.57]) });
  expect(of(1.3, six)).toBe(p50Of(six.summary));
});

test('the range of a comparison with noisy rounds is that of the noise that was measured', () => {
  const floor = { folder: 'results/control', sameMachine: true, figures: { p50_ms: 1.02 } };
  const deliveries = pairs([1.1, 1.12, 1.13]);
  expect(p50Of(fixture({ deliveries, plan: { floor } }).summary)).not.toContain('no difference seen');
  const busy = deliveries.map((one) => ({ ...one, round: { ...one.round, verdict: 'noisy' as const } }));
  const { summary } = fixture({ deliveries: busy, plan: { floor } });
  const [comparison] = summary.comparisons as [Comparison];
  const middle = comparison.figures.p50_ms?.mean as number;
  const measured = noiseFloorOf(comparison, 'p50_ms') as number;
  expect(measured).toBeGreaterThan(1.02);
  // Of three pairs: the noise of one shrinks with the root of their number.
  expect(noiseFloorOf({ ...comparison, isHeavy: true }, 'p50_ms')).toBeGreaterThan(measured);
  expect(p50Of(summary)).toBe(
    `${middle.toFixed(2)} (${(middle / measured).toFixed(2)} to ${(middle * measured).toFixed(2)}) no difference seen`,
  );
});

test('where the matrix has the ratios, the tables before it have figures alone', () => {
  const text = print(three.summary);
  expect(row(text, 'fan-out ')).toEqual([
    '',
    'fan-out',
    'Meteor (oplog, ddp-sockjs)',
    'MEAN (changestream, socketio)',
    '',
  ]);
  expect(text.match(/ \/ MEAN +│/g)).toHaveLength(1);
  expect(text.match(/Noise floor/g)).toHaveLength(1);
  const control = print({ ...three.summary, experiment: 'control' });
  expect(row(control, 'fan-out latency p50').at(-2)).toMatch(/^1\.[45]\d \(1\.\d\d to 1\.\d\d\)$/);
});

test('a difference inside the noise floor is not called one, and the floor is below the table', () => {
  const floor = { folder: 'results/control', sameMachine: true, figures: { p50_ms: 1.8 } };
  const { summary } = fixture({ deliveries: pairs([1.4, 1.5, 1.6]), plan: { floor } });
  const text = print(summary);
  expect(p50Of(summary)).toContain('no difference seen');
  expect(text).toContain('Noise floor, A/A run control: p50 within ±80 %.');
  expect(text).toContain('No difference is seen at p50 between Meteor and MEAN');
  expect(print(three.summary)).toMatch(/^Noise floor: not known; .*--control measures it/m);
  const noisy = print(withFloor(summary, { ...floor, noisy: 2 }));
  expect(noisy).toContain('Noise floor, A/A run control, 2 noisy rounds: p50 within ±80 %.');
});

test('where a pair of the A/A is beyond the drain, no difference is called one, and a note explains it', () => {
  const floor = { folder: 'results/control', sameMachine: true, figures: {}, beyond: ['p50_ms'] };
  const text = print(fixture({ deliveries: pairs([1.4, 1.5, 1.6]), plan: { floor } }).summary);
  expect(text).toMatch(
    /No difference is seen at p50 between Meteor and MEAN \(ratio 1\.\d+: a pair of the A\/A/,
  );
  expect(text).toContain('A/A run control: p50 without a bound (a pair is beyond the drain).');
  expect(text).not.toMatch(/NaN|∞|Infinity/);
});

/** As if both contestants were the same app. */
const asControl = (summary: CompareSummary): CompareSummary => ({
  ...summary,
  experiment: 'control',
  plan: { ...summary.plan, contestants: summary.plan.contestants.map(({ key }) => ({ ...meteor, key })) },
});

test('an A/A says how many of its intervals hold 1', () => {
  const { summary } = fixture({ deliveries: pairs([0.98, 1.01, 1.03, 0.97, 1.02, 0.99]) });
  const [comparison] = summary.comparisons;
  const same = { ...comparison, title: 'A/A: meteor against itself' } as Comparison;
  const apart = {
    ...(same.figures.p50_ms as Ratios),
    interval: { low: 1.2, high: 1.4, level: 0.95 as const, method: '' },
  };
  const figures = { p50_ms: same.figures.p50_ms as Ratios, p99_ms: apart };
  const control: CompareSummary = { ...asControl(summary), comparisons: [{ ...same, figures }] };
  expect(verdict(control).join(' ')).toContain('Of 2 95 % intervals of the A/A 1 hold 1.');
});

test('a bench that favours one side shows in its own control, though its floor would cover that', () => {
  const { summary } = fixture({ deliveries: pairs([1.14, 1.16, 1.15, 1.13, 1.17, 1.15]) });
  const floor = {
    folder: 'results/control',
    sameMachine: true,
    figures: { p50_ms: 1.3 },
    of: { pairs: 6, duration_s: 8, clients: 200, rate: 20 },
  };
  // The ratio is next to the figure, or in the matrix; its remark in the line below.
  const row50 = (one: CompareSummary, experiment: CompareSummary['experiment']) => {
    const text = print({ ...withFloor(one, floor), experiment });
    const lines = text.split('\n');
    const label = experiment === 'control' ? 'latency p50' : '│   Meteor / ';
    return lines[lines.findIndex((line) => line.includes(label)) + 1];
  };
  expect(row50(asControl(summary), 'full')).toContain('below our noise threshold');
  expect(row50(asControl(summary), 'control')).not.toContain('below our noise threshold');
  // What a control changed is no A/A: it has to be more than noise.
  expect(row50(summary, 'control')).toContain('below our noise threshold');
  expect(print(withFloor(summary, floor))).toContain('(6 pairs of 8 s, 200 subscribers, 20 writes/s)');
});

test('where no cost of a client is to be quoted, that is the answer, though every round is valid', () => {
  const memory = [meteor, mean].flatMap((one, side) =>
    [1, 2].map((pair) => memoryRound(one, 2 * pair + side - 1, pair, { client_bytes: -3000 })),
  );
  const said = verdict(withSlopeIntervals(fixture({ memory }).summary)).join(' ');
  expect(said).toMatch(/Meteor: heap per client, .*too small to measure.*; more clients \(--steps\)/);
  expect(said).not.toMatch(/No pair is valid|nothing to compare/);
});

test('a control whose every pair is beyond the drain says so, and no number', () => {
  const lost = pairs([1.1, 1.2]).map((_, index) =>
    deliveryRound(index % 2 ? mean : meteor, index + 1, 1 + Math.floor(index / 2), { lost: 2600 }),
  );
  const summary: CompareSummary = JSON.parse(JSON.stringify(fixture({ deliveries: lost }).summary));
  const said = verdict(asControl(summary)).join(' ');
  expect(said).toContain('p50 beyond the drain in 2 of 2 pairs');
  expect(said).not.toMatch(/NaN|∞|is noise here/);
});

test('a percentile that lies among what was lost is beyond the drain, and so is its ratio', () => {
  const text = print(fixture({ deliveries: pairs([1.5], 3000) }).summary);
  expect(row(text, 'fan-out latency p50').at(-2)).toBe('beyond the drain');
  expect(row(text, '  Meteor / MEAN')).toContain('beyond the drain (in 1 of 1 pair)');
  expect(row(text, '  lost')).toContain('3,000 (60 %)');
  expect(text).toContain('MEAN lost 3,000 of 5,000 deliveries (60 %)');
});

test('a stack that did not run says why, what to do, and which recorded result there is', () => {
  const recorded = {
    folder: 'results/reference/x',
    version: 'Meteor 3',
    date: '2026-11-21T00:00:00Z',
    cpu: 'a CPU',
    load: { clients: 200, rate: 20 },
    figures: { one: { p50_ms: 11, p99_ms: 44 } },
  };
  const stacks = {
    ...three.summary.stacks,
    meteor: { ran: false, title: 'Meteor', reason: 'No meteor.', remedy: 'Install it.', recorded } as const,
  };
  const alone = fixture({ contestants: [mean], deliveries: [deliveryRound(mean, 1, 1)] });
  const text = print({ ...alone.summary, stacks, partial: true });
  expect(text).toContain(
    'Meteor was not run: No meteor. Install it. Its recorded figures are of another machine (results/reference/x).',
  );
  expect(text).toMatch(
    /MEAN: a write reaches its subscribers in [\d.]+ ms at p50 and [\d.]+ ms at p99 \(one round\)\./,
  );
  expect(text).not.toContain('nothing to compare');
  const unknown = { ...stacks, meteor: { ...stacks.meteor, recorded: null } };
  expect(print({ ...alone.summary, stacks: unknown })).toMatch(
    /^Meteor was not run: No meteor\. Install it\.$/m,
  );
});

test('void rounds are a line for each code, with reading and remedy, and without figures that is the answer', () => {
  const voided = fixture({
    deliveries: [deliveryRound(meteor, 1, 1, { voided: true }), deliveryRound(mean, 2, 1, { voided: true })],
  });
  const text = print(voided.summary);
  expect(text).toContain('Rounds 1 and 2 are void by sending-bent: 35 ms. Stop what else runs.');
  expect(text).toContain('fan-out: no figures, of 2 rounds none counts.');
  expect(text).toContain('Dropped, because a round was void: 1 pair of Meteor and 1 pair of MEAN.');
  expect(text).toContain('Fewer rounds than planned count, so the ranges are wide.');
  expect(text.split('\n').at(-1)).toBe(
    'No figures: of two rounds none counts, the first by sending-bent (35 ms). Stop what else runs.',
  );
  const one = fixture({ deliveries: [...pairs([1.4, 1.5]), deliveryRound(mean, 5, 3, { voided: true })] });
  expect(print(one.summary)).toContain(
    'Round 5 (MEAN, fan-out) is void by sending-bent: 35 ms. Stop what else runs.',
  );
  const many = [1, 2, 3, 4].map((round) => deliveryRound(mean, round, round, { voided: true }));
  const said = print(fixture({ deliveries: many }).summary);
  expect(said).toContain('Rounds 1, 2, 3 and 4 are void by sending-bent: 35 ms.');
  expect(said.match(/Stop what else runs/g)).toHaveLength(2);
});

test('a noisy round is in the figures, and one line says how many are and by what', () => {
  const readings = [
    [1, 'cores-stolen', '1.9 %'],
    [2, 'cores-stolen', '3.8 %'],
    [3, 'machine-busy', '0.41 ± 0.03 of a core; the busiest is make (process 5) with 0.40'],
  ] as const;
  const deliveries = pairs([1.4, 1.5, 1.6]).map((one) => {
    const reasons = readings
      .filter(([round]) => round === one.round.round)
      .map(([, code, reading]) => ({
        isNoise: true as const,
        code,
        threshold: '',
        reading,
        remedy: 'Stop it',
      }));
    return {
      ...one,
      round: { ...one.round, reasons, verdict: reasons.length > 0 ? 'noisy' : 'valid' } as const,
    };
  });
  const text = print(fixture({ deliveries }).summary);
  expect(text.match(/^The machine was busy.*$/m)?.[0]).toBe(
    'The machine was busy: 3 of 6 rounds are noisy, cores-stolen in 2 (up to 3.8 %) and machine-busy in 1 (up to 0.41 ± 0.03 of a core).',
  );
  expect(row(text, 'rounds').slice(2, 4)).toEqual(['3 (2 noisy)', '3 (1 noisy)']);
  expect(text).toMatch(/a write reaches a subscriber of Meteor|no difference is seen at p50/i);
  expect(text).not.toMatch(/void|Fewer rounds than planned|Stop it/);
});

test('slopes come with intervals, and one of points that lie on no line is flagged and not quoted', () => {
  const starts = (bent: boolean) => [
    ...[1, 2, 3].map((pair) => memoryRound(meteor, 2 * pair, pair, { client_bytes: 38_000, bent })),
    ...[1, 2, 3].map((pair) => memoryRound(mean, 2 * pair + 1, pair)),
  ];
  const straight = print(fixture({ memory: starts(false) }).summary);
  expect(row(straight, 'heap per client, 0 documents held')[2]).toMatch(
    /^3[78]\.\d KB \(95 %: 3[78]\.\d to 3[89]\.\d\)$/,
  );
  expect(straight).toMatch(
    /Meteor needs 3\.4\d times the live heap of MEAN \(.*; 95 % interval 3\.\d\d to 3\.\d\d\)/,
  );
  expect(straight).toContain('Ratios are of the fitted slopes, with Fieller’s 95 % intervals.');
  const bent = print(fixture({ memory: starts(true) }).summary);
  expect(bent).toContain('no line: r² ');
  expect(bent).not.toContain('Meteor needs');
});

test('nothing costs less than nothing: what can’t be told from zero says so, with the most that it can be', () => {
  const cheaper = { client_bytes: -2_000, document_bytes: 0 };
  const memory = [1, 2, 3].flatMap((pair) => [
    memoryRound(mean, 4 * pair, pair, cheaper),
    memoryRound(mean, 4 * pair + 1, pair, { ...cheaper, documents: 100 }),
    memoryRound(meteor, 4 * pair + 2, pair, { client_bytes: 30_000 }),
    memoryRound(meteor, 4 * pair + 3, pair, { client_bytes: 30_000, documents: 100, document_bytes: 900 }),
  ]);
  const run = fixture({ memory });
  const text = print(run.summary);
  const costs = ['heap per client, 0 ', 'heap per client, 100 ', 'heap per held document'];
  for (const label of costs) expect(row(text, label)[3], label).toMatch(/^too small to measure/);
  expect(row(text, '  RSS')[3]).toBe('too small to measure');
  expect(text).toContain('use more --steps');
  expect(row(text, 'heap per held document')[2]).toMatch(/^\d+ bytes \(95 %: \d+ to [\d,]+\)$/);
  expect(row(text, 'heap per held document')[3]).toMatch(
    /^too small to measure \(95 %: less than \d+ bytes\)$/,
  );
  expect(text).not.toMatch(/-\d[\d.]* (KB|bytes|µs)/);
  expect(run.summary.results[1]?.memory[0]?.heap?.slope).toBeCloseTo(-2_000, -3);
});

test('CPU of clients that hold is a figure, or the row says what reads it', () => {
  const rounds = [1, 2, 3].map((pair) => memoryRound(mean, pair, pair));
  const of = (memory: typeof rounds) => print(fixture({ contestants: [mean], memory }).summary).split('\n');
  const cpu = 'CPU while nothing is written';
  expect(of(rounds).find((line) => line.includes(cpu))).toMatch(/5\.0 µs\/s \(95 %: /);
  const unread = rounds.map((round) => ({
    ...round,
    steps: round.steps.map((step) => ({ ...step, idleCpu_ms_per_s: null })),
  }));
  const lines = of(unread);
  const at = lines.findIndex((line) => line.includes(cpu));
  expect(lines[at]).toContain('not measured');
  expect(lines[at + 1]).toContain('use --idle 25');
});

test('three steps say that they are few', () => {
  const rounds = [1, 2, 3].map((pair) => memoryRound(mean, pair, pair));
  const few = rounds.map((round) => ({ ...round, steps: round.steps.slice(2) }));
  const of = (memory: typeof rounds) => print(fixture({ contestants: [mean], memory }).summary);
  expect(of(few)).toContain('Three steps have only two stretches');
  expect(of(rounds)).not.toContain('Three steps');
});

test('three stacks are three columns, and each is compared with every later one', () => {
  const smallest = { ...mean, key: 'smallest', stack: 'smallest' };
  const contestants = [meteor, mean, smallest];
  const { summary } = fixture({
    contestants,
    deliveries: [1, 2, 3].flatMap((pair) =>
      contestants.map((one, index) =>
        deliveryRound(one, 3 * pair + index, pair, { p50: [15, 8, 4][index] as number }),
      ),
    ),
  });
  const facts = summary.stacks.mean as NonNullable<CompareSummary['stacks'][string]>;
  const text = print({
    ...summary,
    stacks: { ...summary.stacks, smallest: { ...facts, title: 'Smallest' } },
  });
  expect(text).toMatch(/^Meteor, MEAN and Smallest$/m);
  expect(row(text, 'fan-out latency p50').filter((cell) => cell !== '')).toHaveLength(4);
  for (const [pair, ratio] of [
    ['  Meteor / MEAN', /^1\.[89]\d /],
    ['  Meteor / Smallest', /^3\.[678]\d /],
    ['  MEAN / Smallest', /^(1\.9|2\.0)\d /],
  ] as const) {
    expect(row(text, pair)[2]).toMatch(ratio);
  }
  for (const [slower, other] of [
    ['Meteor', 'MEAN'],
    ['Meteor', 'Smallest'],
    ['MEAN', 'Smallest'],
  ]) {
    expect(text).toMatch(
      new RegExp(
        `a write reaches a subscriber of ${slower} [\\d.]+ times as late as one of ${other} at p50`,
        'i',
      ),
    );
  }
});

test('many contestants are rows, with a table of their ratios', () => {
  const kinds = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...mean, key: `mean ${name}` }));
  const text = print(
    fixture({
      experiment: 'ladder',
      contestants: kinds,
      deliveries: kinds.map((one, index) => deliveryRound(one, index + 1, 1, { p50: 8 + index })),
      comparisons: kinds.slice(1).map(({ key }) => ({ title: null, a: key, b: 'mean a' })),
      plan: { notRun: [{ what: 'meteor changestream', reason: 'Meteor 3.4.1 has none: 3.5 has it' }] },
    }).summary,
  );
  expect(row(text, 'contestant')).toContain('p99');
  expect(row(text, 'MEAN d ').at(-2)).toBe('1');
  expect(row(text, 'MEAN c / MEAN a')[2]).toMatch(/^1\.2\d \(1 pair\)$/);
  expect(text).toContain('Not run: meteor changestream. Meteor 3.4.1 has none: 3.5 has it.');
});

test('a capacity that something other than the app ended is at least that', () => {
  const capacity: Capacity = {
    contestant: 'mean',
    what: 'users of one list',
    held: '10 writes a second into it',
    limit_ms: 500,
    most: 5000,
    levels: [],
    carried: 3000,
    beyond: { level: 3200, reading: 'generator-busy (97 %)' },
    limitedBy: 'generator',
    app: { cpu_cores: 0.62, rss_bytes: 5e8 },
    mongodCpu_cores: 0.1,
    generatorCpu_cores: 0.9,
  };
  const said = (change: Partial<Capacity>) =>
    print(
      fixture({
        experiment: 'capacity',
        summary: {
          capacities: [{ ...capacity, ...change }],
          addresses: 'all clients from one address, with quotas by address of 1,000,000',
        },
      }).summary,
    );
  const text = said({});
  expect(row(text, 'MEAN')).toEqual(
    expect.arrayContaining([
      '>= 3,000',
      '>= 6,000',
      '62 %',
      '500 MB',
      'at 3,200 the generator was the limit',
    ]),
  );
  expect(text).toContain(
    'MEAN carries at least 3,000 users of one list (10 writes a second into it) with p99 under 500 ms; at 3,200 the generator was the limit.',
  );
  expect(text).toContain('with quotas by address of 1,000,000.');
  const reading = 'writes-refused (30 refused)';
  const refused = said({ limitedBy: 'app-limit', beyond: { level: 3200, reading } });
  expect(refused).toContain(
    'the app refused writes at 3,200, by a limit that is its own and no lack of CPU: writes-refused (30 refused).',
  );
  expect(refused).toContain('MEAN carries 3,000 users of one list');
});

test('a run that adds pairs says why it stopped and what it would have taken', () => {
  const stopping = {
    looks: [6, 8, 12],
    goal: 0.1,
    figures: ['p50_ms'],
    limit_s: 1800,
    ended: 'out of time',
    pairs: 8,
    reached: { p50_ms: 0.14 },
    pairsNeeded: 18,
  } as const;
  const text = print({
    ...three.summary,
    plan: {
      ...three.summary.plan,
      stopping: { ...stopping, looks: [...stopping.looks], figures: ['p50_ms'] },
    },
  });
  expect(text).toContain(
    'It stopped after 8 pairs because its limit of 30 minutes was reached: p50 ±14.0 %.',
  );
  expect(text).toContain('about 18 pairs would be needed');
});
