import { stripVTControlCharacters } from 'node:util';
import {
  type AppContestant,
  type Audience,
  type CompareSummary,
  type Figure,
  figureNamed,
  type Recorded,
} from '@meteor-vs-mean/measure/results';
import { deliveryRound, fixture, mean, memoryRound, meteor } from '@meteor-vs-mean/measure/results/fixture';
import { expect, test } from 'vitest';
import { table } from '../src/index.ts';
import { matrixOf, noiseNotes } from '../src/matrix.ts';

const [p50_ms, appCpu_ms_per_write, appRss_bytes] = ['p50_ms', 'appCpu_ms_per_write', 'appRss_bytes'].map(
  figureNamed,
) as [Figure, Figure, Figure];

const to = (contestant: AppContestant, audience: Audience): AppContestant => ({
  ...contestant,
  key: `${contestant.key} ${audience}`,
  variant: { ...contestant.variant, audience },
});

/** Two pairs and one start for memory of both stacks, in one list and with a list each. */
const contestants = [meteor, mean, to(meteor, 'own'), to(mean, 'own')];
const { summary } = fixture({
  contestants,
  deliveries: contestants.flatMap((one, index) =>
    [1, 2].map((pair) => deliveryRound(one, 2 * index + pair, pair, { p50: 8 + index })),
  ),
  memory: contestants.map((one, index) => memoryRound(one, 9 + index, 1)),
});

test('each audience has what each stack needs, and the ratio of two in the same audience', () => {
  const matrix = matrixOf(summary);
  expect(matrix?.head.map(({ text }) => text)).toEqual([
    'audience',
    'p50',
    'p99',
    'CPU per write',
    expect.stringMatching(/^heap per client, \d+ documents held$/),
  ]);
  expect(matrix?.rows.map(({ label }) => label)).toEqual([
    'One shared list',
    'Meteor',
    'MEAN',
    'Meteor / MEAN',
    'Private lists',
    'Meteor',
    'MEAN',
    'Meteor / MEAN',
  ]);
  for (const { under, cells } of matrix?.rows ?? []) {
    for (const { text } of cells) expect(text).toMatch(under ? /^\d/ : /^$/);
  }
});

test('on a terminal it comes right before the answer, and tables are of one audience each', () => {
  const text = stripVTControlCharacters(table(summary));
  const [matrix, answer] = ['│ Private lists', 'as late as'].map((one) => text.lastIndexOf(one));
  expect(matrix).toBeGreaterThan(text.lastIndexOf('│ idle-clients'));
  expect(answer).toBeGreaterThan(matrix as number);
  expect(text).toContain('│ fan-out, private lists');
  expect(text).toContain('│ idle-clients, private lists');
  expect(text.indexOf('Meteor / MEAN')).toBeGreaterThan(text.lastIndexOf('│ idle-clients'));
});

/** Meteor is not there; what was recorded of it is of one audience. */
const alone = (figures: Recorded['figures']): CompareSummary => {
  const bare = fixture({
    contestants: [mean, { ...mean, key: 'mean emit', mode: 'emit' }],
    deliveries: [1, 2].flatMap((pair) => [
      deliveryRound(mean, 2 * pair - 1, pair),
      deliveryRound({ ...mean, key: 'mean emit', mode: 'emit' }, 2 * pair, pair, { p50: 6 }),
    ]),
  }).summary;
  const recorded: Recorded = {
    folder: 'load-tests/results/reference/x',
    version: 'Meteor 3',
    date: '2026-11-21T00:00:00Z',
    cpu: 'another CPU',
    load: { clients: 200, rate: 20 },
    figures,
  };
  const meteor = {
    ran: false,
    title: 'Meteor',
    reason: 'No meteor.',
    remedy: 'Install it.',
    recorded,
  } as const;
  return { ...bare, stacks: { ...bare.stacks, meteor } };
};

test('the recorded figures of a stack that can’t run are next to those of this run, marked as another machine’s', () => {
  const rows = matrixOf(alone({ one: { p50_ms: 11, p99_ms: null, appCpu_ms_per_write: 3 } }))?.rows;
  expect(rows?.map(({ label }) => label)).toEqual([
    'One shared list',
    'MEAN',
    'MEAN emit',
    'Meteor, recorded on another machine',
    'MEAN / MEAN emit',
  ]);
  const { cells = [] } = rows?.find(({ label }) => label.startsWith('Meteor')) ?? {};
  expect(cells.map(({ text }) => text)).toEqual(['11.0 ms', 'beyond the drain', '3.00 ms']);
  expect(cells.map(({ tone }) => tone)).toEqual(['faint', 'faint', 'faint']);
  // Of another audience nothing is shown, nor is a ratio of two machines.
  const others = matrixOf(alone({ own: { p50_ms: 11 } }))?.rows;
  expect(others?.map(({ label }) => label)).toEqual([
    'One shared list',
    'MEAN',
    'MEAN emit',
    'MEAN / MEAN emit',
  ]);
});

test('where a round was noisy, a line for each figure says how noise biases it', () => {
  const figures = [p50_ms, appCpu_ms_per_write, appRss_bytes];
  expect(noiseNotes({ noisy: [] }, figures)).toEqual([]);
  const noisy = [{ round: 1, contestant: 'mean', load: 'fan-out', reasons: [] }];
  const notes = noiseNotes({ noisy }, figures).map(({ text }) => text);
  // Of a figure whose bias nobody measured nothing is said.
  expect(notes).toHaveLength(2);
  for (const text of notes) {
    expect(text).toMatch(/^Noise, .*: .* \(measured [\d.]+ in quiet rounds, [\d.]+ in noisy ones\)\.$/);
  }
  expect(notes[0]).toMatch(/^Noise, p50: hardly moves the ratio/);
  expect(notes[1]).toMatch(/^Noise, CPU per write: hardly moves the ratio/);
  const text = stripVTControlCharacters(table({ ...summary, noisy }));
  // Nobody measured it of a heap without documents.
  expect(text.match(/^Noise, /gm)).toHaveLength(3);
  expect(stripVTControlCharacters(table(summary))).not.toMatch(/^Noise, /m);
});
