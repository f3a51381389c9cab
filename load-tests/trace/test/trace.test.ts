import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumRemedy, findChromium } from '@meteor-vs-mean/chromium';
import { type GridFolder, readGrid } from '@meteor-vs-mean/results';
import { apps, meteor as stack } from '@meteor-vs-mean/stacks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { figuresOf, type Mark, type Marks } from '../src/marks.ts';
import { WebSocketMessages } from '../src/messages.ts';
import { sourceOf } from '../src/round.ts';

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

test('a wrong option is refused in one line', async () => {
  const failed = run(process.execPath, [script, '--count', 'many']);
  await expect(failed).rejects.toMatchObject({
    stderr: 'trace: --count many: must be a whole number from 1 to 10000\n',
  });
});

const marks = (n: number): Marks => ({
  ownRow: 1,
  call: n,
  write: 2 * n,
  acknowledged: 5 * n,
  answer: 6 * n,
  learned: 4 * n,
  change: 7 * n,
  row: 10 * n,
});
const plain = [1, 2, 3].map((n): Marks => ({ ownRow: 1, row: 9 * n }));

test('steps are of each write, and their means add up to that of the whole', () => {
  const figures = figuresOf([1, 2, 3].map(marks), plain);
  const steps = ['act-call', 'call-write', 'write-learned', 'learned-change', 'change-row'];
  expect(steps.map((step) => figures[`${step}_ms`])).toEqual([2, 2, 4, 6, 6]);
  expect(figures).toMatchObject({ whole_ms: 20, plain_ms: 18, relaysAdd_ms: 2 });
  // The app learned of it before it was acknowledged.
  expect(figures['acknowledged-learned_ms']).toBe(-2);
});

test('where the app asks before it writes, that is a step of its own', () => {
  const figures = figuresOf(
    [1, 2].map((n) => ({ ...marks(n), check: 1.5 * n })),
    plain,
  );
  expect(figures).toMatchObject({ 'call-check_ms': 0.75, 'check-write_ms': 0.75 });
  expect(figures).not.toHaveProperty('call-write_ms');
});

test('writes of two ways are not put together', () => {
  const from = (learnedFrom: string) => ({ followed: { learnedFrom, trail: {} as never } });
  expect(sourceOf([from('here'), from('here')])).toBe('here');
  expect(() => sourceOf([from('here'), from('there')])).toThrow(
    'learned of some writes from here, of others from there',
  );
});

test('websocket messages are found however TCP cuts them', () => {
  const text = Buffer.from('x'.repeat(300));
  const mask = Buffer.from([1, 2, 3, 4]);
  const masked = (payload: Buffer) => Buffer.from(payload.map((byte, n) => byte ^ (mask[n % 4] as number)));
  const stream = Buffer.concat([
    Buffer.from([0x81, 0x80 | 126, 300 >> 8, 300 & 0xff]), // whole, masked, of 16-bit length
    mask,
    masked(text),
    Buffer.from([0x89, 0]), // a ping
    Buffer.from([0x01, 2]), // the first of two parts
    Buffer.from('ab'),
    Buffer.from([0x80, 1]),
    Buffer.from('c'),
  ]);
  for (const size of [1, 7, stream.length]) {
    const messages = new WebSocketMessages();
    const found: string[] = [];
    for (let at = 0; at < stream.length; at += size) {
      found.push(...messages.take(stream.subarray(at, at + size)).map(String));
    }
    expect(found).toEqual([text.toString(), 'abc']);
  }
  expect(() => new WebSocketMessages().take(Buffer.from([0xc1, 0]))).toThrow('compressed');
});
