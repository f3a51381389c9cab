import { expect, test } from 'vitest';
import { timeOf, universalFormats } from '../imports/rooms/time';

const at = (text: string) => new Date(`2026-${text}:30Z`);

test("today's messages only show the time, those of other days the day as well", () => {
  const now = at('11-27T23:10');
  expect(timeOf(at('11-27T01:05'), now, universalFormats)).toBe('01:05');
  expect(timeOf(at('11-26T23:10'), now, universalFormats)).toBe('Nov 26, 2026, 23:10');
  expect(timeOf(at('11-28T00:00'), now, universalFormats)).toBe('Nov 28, 2026, 00:00');
});

test('the whole date names the day of the week and the seconds', () => {
  expect(universalFormats.whole.format(at('11-27T01:05'))).toBe('Friday, November 27, 2026 at 01:05:30');
});
