import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '@meteor-vs-mean/testbed/process';
import { expect, onTestFinished, test } from 'vitest';
import { check, listener } from './command.ts';

test('checks everything that is needed, and reports what is missing with a remedy', async () => {
  // Perhaps not every port of the workshop is free where the tests run; this one certainly isn't.
  await listener(3401).catch(() => {});
  const { code, output } = await check(['--no-build']);
  expect(code).toBe(1);
  for (const what of ['Node', 'Packages', 'Cores', 'Memory', 'Disk', 'Chromium', 'Slow network']) {
    expect(output).toMatch(new RegExp(`^(ok|note|missing) +${what} `, 'm'));
  }
  expect(output).toMatch(/^missing +Ports +taken: .*3401/m);
  expect(output).toMatch(/What to do: stop the program that listens there \(lsof -i :\d+\)/);
  expect(output).toMatch(/^note +Meteor +not installed .* the pages have recorded results instead/m);
  expect(output).toMatch(/^ok +MongoDB +it starts: /m);
  expect(output).toMatch(/\nNot ready: .*Ports.*\.$/);
}, 180_000); // It starts MongoDB and Chromium.

test("without npm ci it reports that, and nothing that it can't know", async () => {
  const bare = await mkdtemp(path.join(tmpdir(), 'workshop-bare-'));
  onTestFinished(() => rm(bare, { recursive: true }));
  await mkdir(path.join(bare, 'apps/workshop'), { recursive: true });
  await cp(path.join(root, 'apps/workshop/check.cjs'), path.join(bare, 'apps/workshop/check.cjs'));
  const { code, output } = await check([], {}, bare);
  expect(code).toBe(1);
  expect(output).toMatch(/^missing +Packages +npm ci has not been run here/m);
  expect(output).toContain(`What to do: npm ci, in ${bare}.`);
});

test.each([
  [['10'], "workshop:check: There is no exercise '10': give a number from 1 to 9."],
  [['1', '--mean-port', 'x'], 'workshop:check: --mean-port x: must be a whole number from 1 to 65535'],
])('%j is rejected in one line', async (args, message) => {
  expect(await check(args)).toEqual({ code: 1, output: message });
});
