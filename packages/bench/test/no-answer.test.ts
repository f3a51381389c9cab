import type { Reason } from '@meteor-vs-mean/results';
import { expect, test } from 'vitest';
import { advice } from '../src/advice.ts';

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
    round('sender-late'),
    round('sender-late', 'clock-jumped'),
    round('clock-jumped', 'sender-late'),
  ];
  expect(advice({ void: voided })).toBe(
    '3 of 3 void rounds: sender-late (much; sender-late limit). Mend sender-late.',
  );
});

test('a busy machine explains what else is broken as often', () => {
  expect(advice({ void: [round('generator-waiting', 'sender-late', 'machine-busy')] })).toContain(
    'Mend machine-busy',
  );
});

test('a rule that one round broke twice counts once', () => {
  const voided = [round('generator-busy', 'generator-busy'), round('sender-late'), round('sender-late')];
  expect(advice({ void: voided })).toContain('2 of 3 void rounds: sender-late');
});

test('nothing void, nothing to say', () => {
  expect(advice({ void: [] })).toBeNull();
});
