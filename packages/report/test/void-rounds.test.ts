import type { JudgedRound, Reason } from '@meteor-vs-mean/measure/results';
import { fixture } from '@meteor-vs-mean/measure/results/fixture';
import { expect, test } from 'vitest';
import { noisyLines, nothingSaid, voidBlocks, voidLines } from '../src/void-rounds.ts';

const reason = (code: string, reading: string): Reason => ({
  code,
  threshold: '',
  reading,
  remedy: `Mend ${code}`,
});
const noise = (code: string, reading: string): Reason => ({ ...reason(code, reading), isNoise: true });
const round = (number: number, ...reasons: Reason[]): JudgedRound => ({
  round: number,
  contestant: 'mean',
  load: 'fan-out',
  reasons,
});
const summaryWith = (voided: JudgedRound[], noisy: JudgedRound[] = []) => ({
  ...fixture().summary,
  measured: 10,
  void: voided,
  noisy,
});

test('a line for each code that made rounds void, whose remedy is said once; noise made none', () => {
  expect(
    voidLines(
      summaryWith([
        round(1, reason('sending-bent', '12 %'), noise('cores-stolen', '9 %')),
        round(2, reason('app-ended', 'it ended')),
        round(4, reason('sending-bent', '30 %')),
      ]),
    ),
  ).toEqual([
    'Rounds 1 and 4 are void by sending-bent: 12 %. Mend sending-bent.',
    'Round 2 (MEAN, fan-out) is void by app-ended: it ended. Mend app-ended.',
  ]);
  expect(voidLines(summaryWith([]))).toEqual([]);
});

test('how noisy a run was is one line, with the highest reading of each code', () => {
  const noisy = [
    round(1, noise('cores-stolen', '9.5 %'), noise('machine-busy', '0.41 of a core, most of it make')),
    round(2, noise('cores-stolen', '12 %')),
    round(3, noise('cores-stolen', '2 %')),
  ];
  expect(noisyLines({ noisy, measured: 10 })).toEqual([
    'The machine was busy: 3 of 10 rounds are noisy, cores-stolen in 3 (up to 12 %) and machine-busy in 1 (up to 0.41 of a core).',
  ]);
  expect(noisyLines({ noisy: [], measured: 10 })).toEqual([]);
});

test('why there are no figures: the first reason that is no noise', () => {
  const voided = [round(1, noise('cores-stolen', '9 %'), reason('app-ended', 'it ended'))];
  expect(nothingSaid('all rounds are void', voided)).toBe(
    'No figures: all rounds are void, the first by app-ended (it ended). Mend app-ended.',
  );
  expect(nothingSaid('nothing was measured', [])).toBe('No figures: nothing was measured.');
});

test('a report has every void and every noisy round, the noisy ones folded where they are many', () => {
  const voided = [round(9, reason('app-ended', 'it ended'))];
  const noisy = (count: number) =>
    Array.from({ length: count }, (_, index) => round(index + 1, noise('cores-stolen', '2 %')));
  expect(voidBlocks(summaryWith(voided, noisy(2)), [])).toMatchObject([
    { kind: 'table', caption: 'Void rounds: in no figure', rows: [{ label: '9' }] },
    { kind: 'table', caption: expect.stringMatching(/^Noisy rounds: in the figures/), rows: [{}, {}] },
  ]);
  expect(voidBlocks(summaryWith([], noisy(7)), [])).toMatchObject([
    { kind: 'fold', summary: '7 noisy rounds: cores-stolen in 7 (up to 2 %)', blocks: [{ kind: 'table' }] },
  ]);
  expect(voidBlocks(summaryWith([]), [])).toMatchObject([{ text: 'None of 10 rounds is void or noisy.' }]);
});
