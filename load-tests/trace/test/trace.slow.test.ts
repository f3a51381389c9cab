import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type GridFolder, readGrid } from '@meteor-vs-mean/measure/results';
import { chromiumRemedy, findChromium } from '@meteor-vs-mean/testbed/chromium';
import { apps, meteor as stack } from '@meteor-vs-mean/testbed/stacks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mark, Marks } from '../src/marks.ts';

const script = join(import.meta.dirname, '../src/main.ts');
const run = promisify(execFile);
/** Meteor's app may have to be built first. */
const patience_ms = 900_000;

const hasBrowser = (await findChromium()) !== undefined;
if (!hasBrowser) console.log(`Nothing is traced: there is no Chromium. To trace: ${chromiumRemedy}.`);
const meteor = await stack.find();
if (!meteor.found)
  console.log(`Meteor's half isn't traced: ${meteor.reason}. To trace it: ${meteor.remedy}.`);

describe.skipIf(!hasBrowser)('npm run trace, at toy size', () => {
  let folder: string;
  let result: GridFolder;
  let stdout: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trace-test-'));
    const out = join(folder, 'result');
    ({ stdout } = await run(process.execPath, [script, '--toy', '--no-install', '--out', out]));
    result = await readGrid(out);
  }, patience_ms);
  afterAll(() => rm(folder, { recursive: true }));

  const steps: Record<string, readonly Mark[]> = {
    add: ['call', 'check', 'write', 'learned', 'change', 'row'],
    tick: ['call', 'check', 'write', 'learned', 'change', 'row'],
  };

  describe.each(apps)('$name', ({ name, title }) => {
    const isHere = name !== 'meteor' || meteor.found;
    /** By load. */
    const rounds = () => {
      const own = result.rounds.filter(({ target, again }) => target === name && !again);
      return own.map(({ round, load, verdict, figures }) => {
        const writes: { learnedFrom: string; traced: Marks[]; plain: Marks[] } = JSON.parse(
          result.texts.get(round)?.get('writes.json') as string,
        );
        return { load, verdict, figures, ...writes };
      });
    };

    test.skipIf(!isHere)('each write passes every relay in order, and its row is seen last', () => {
      expect(rounds().map(({ load, verdict }) => [load, verdict])).toEqual([
        ['add', 'valid'],
        ['tick', 'valid'],
      ]);
      for (const { load, traced, plain, figures } of rounds()) {
        expect(traced).toHaveLength(3);
        expect(plain).toHaveLength(3);
        const error_ms = figures.clockError_ms as number;
        for (const write of traced) {
          const times = [0, ...(steps[load] as readonly Mark[]).map((mark) => write[mark] as number)];
          // Where a page's clock meets the relays', by as much as that is known.
          const inOrder = times.every((time, n) => n === 0 || time >= (times[n - 1] as number) - error_ms);
          expect(inOrder, `${load}: ${times.join(', ')}`).toBe(true);
          expect(write.acknowledged).toBeGreaterThan(write.write as number);
          expect(write.answer).toBeGreaterThan(write.acknowledged as number);
        }
      }
    });

    test.skipIf(!isHere)('the app learns of it as its mode says', () => {
      const source = name === 'meteor' ? /^local\.oplog\.rs$/ : /\.\$cmd\.aggregate$/;
      for (const { learnedFrom } of rounds()) expect(learnedFrom).toMatch(source);
    });

    test.skipIf(isHere)('is not there, and the result says why', () => {
      const { notRun } = result.summary.targets.find(({ key }) => key === name) ?? {};
      expect(notRun).toBeTruthy();
      expect(stdout).toContain(`${title}: not run: ${notRun}`);
    });
  });
});
