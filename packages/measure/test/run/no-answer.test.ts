import { expect, test } from 'vitest';
import type { Reason } from '../../src/results/index.ts';
import { noAnswer } from '../../src/run/no-answer.ts';

const broken = (code: string): Reason => ({
  code,
  threshold: `${code} limit`,
  reading: 'much',
  remedy: `Mend ${code}`,
});
const round = (...codes: string[]) => ({
  round: 1,
  contestant: 'mean',
  scenario: '',
  reasons: codes.map(broken),
});

test('what most void rounds broke is what to change', () => {
  const voided = [
    round('sending-bent'),
    round('sending-bent', 'clock-jumped'),
    round('clock-jumped', 'sending-bent'),
  ];
  expect(noAnswer(voided)).toBe('No figures: 3 of 3 void rounds by sending-bent (much). Mend sending-bent.');
});

test('a clock that jumped explains what else is broken as often', () => {
  expect(noAnswer([round('sending-bent', 'clock-jumped')])).toContain('Mend clock-jumped');
});

test('a rule that one round broke twice counts once', () => {
  const voided = [round('generator-busy', 'generator-busy'), round('app-ended'), round('app-ended')];
  expect(noAnswer(voided)).toContain('2 of 3 void rounds by app-ended');
});

test('noise makes no round void, so it is no reason', () => {
  const { reasons, ...one } = round('app-ended');
  const noise: Reason = { ...broken('machine-busy'), isNoise: true };
  expect(noAnswer([{ ...one, reasons: [noise, ...reasons] }])).toContain('by app-ended');
});

test('nothing measured, nothing to say', () => {
  expect(noAnswer([])).toBe('No figures: no round was measured.');
});
