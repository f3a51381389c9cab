import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sampleOf } from '../../src/browser/clicks.ts';

const script = join(import.meta.dirname, '../../src/main.ts');
const run = promisify(execFile);

test('a click that never shows is slower than all that came, and counts as lost', () => {
  const clocks = { clocksApart_ms: 0, clockError_ms: 0.3 };
  const { figures, accounts } = sampleOf([20, Infinity, 10, 30], clocks);
  expect(figures).toMatchObject({ p50_ms: 20, p95_ms: Infinity });
  expect(accounts).toEqual([{ what: 'clicks', owed: 4, seen: 3, lost: 1 }]);
  expect(sampleOf([Infinity, Infinity, 10], clocks).figures.p50_ms).toBe(Infinity);
});

test.for([
  [['--count', 'many'], 'browser: --count many: must be a whole number from 1 to 10000'],
  [['--parts', 'paint'], 'browser: --parts paint: there is no "paint"; known are clicks, scripts, pages'],
  [['--toy', '--full'], 'browser: --toy, --quick and --full exclude each other: give one of them'],
] as const)('%j is refused in one line', async ([args, line]) => {
  await expect(run(process.execPath, [script, 'browser', ...args])).rejects.toMatchObject({
    stderr: `${line}\n`,
  });
});
