import { stripVTControlCharacters } from 'node:util';
import type { Audience, Contestant } from '@meteor-vs-mean/results';
import { deliveryRound, fixture, mean, memoryRound, meteor } from '@meteor-vs-mean/results/fixture';
import { expect, test } from 'vitest';
import { table } from '../src/index.ts';
import { matrixOf } from '../src/matrix.ts';

const to = (contestant: Contestant, audience: Audience): Contestant => ({
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
    expect.stringMatching(/^heap a client, \d+ documents held$/),
  ]);
  expect(matrix?.rows.map(({ label }) => label)).toEqual([
    'one: all share one list',
    'Meteor',
    'MEAN',
    'Meteor / MEAN',
    'own: a list each',
    'Meteor',
    'MEAN',
    'Meteor / MEAN',
  ]);
  for (const { under, cells } of matrix?.rows ?? []) {
    for (const { text } of cells) expect(text).toMatch(under ? /^\d/ : /^$/);
  }
});

test('it stands right before the answer on a terminal, and tables are of one audience each', () => {
  const text = stripVTControlCharacters(table(summary));
  const [matrix, answer] = ['│ own: a list each', 'as late as'].map((one) => text.lastIndexOf(one));
  expect(matrix).toBeGreaterThan(text.lastIndexOf('│ idle-clients'));
  expect(answer).toBeGreaterThan(matrix as number);
  expect(text).toContain('ratio (Meteor / MEAN (a list each))');
});
