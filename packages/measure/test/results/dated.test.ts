import { expect, test } from 'vitest';
import { dated, newestReference, undated } from '../../src/results/dated.ts';

test('a new folder has the day, and the time where there is one of that day', () => {
  const now = new Date('2026-01-02T09:15:30Z');
  expect(dated('full', [], now)).toBe('2026-01-02-full');
  expect(dated('full', ['2026-01-02-full'], now)).toBe('2026-01-02t0915-full');
  expect(undated('2026-01-02t0915-full')).toBe('full');
});

test('a name of which nothing is recorded is refused with where it was looked for', async () => {
  await expect(newestReference('never-recorded')).rejects.toThrow(
    /reference holds no run of the name never-recorded$/,
  );
});
