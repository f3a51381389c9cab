import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromiumRemedy, findChromium } from '@meteor-vs-mean/chromium';
import { stacks } from '@meteor-vs-mean/stacks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addTo, type Lane, type Mark, type Sample } from '../trace/lane.ts';
import { type LaneSummary, summaryOf } from '../trace/summary.ts';
import { WebSocketMessages } from '../trace/websocket-messages.ts';

const script = join(import.meta.dirname, '../trace.ts');
const run = promisify(execFile);
/** Meteor's app may have to be built first. */
const patience_ms = 900_000;

interface Result {
  clock: { error_ms: number };
  modes: Record<string, string>;
  notRun: Record<string, { reason: string }>;
  lanes: (LaneSummary & { samples: Record<'traced' | 'plain', Sample[]> })[];
}

const hasBrowser = (await findChromium()) !== undefined;
if (!hasBrowser) console.log(`Nothing is traced: there is no Chromium. To trace: ${chromiumRemedy}.`);
const meteor = await stacks.meteor.find();
if (!meteor.found)
  console.log(`Meteor's half isn't traced: ${meteor.reason}. To trace it: ${meteor.remedy}.`);

describe.skipIf(!hasBrowser)('npm run trace, at toy size', () => {
  let folder: string;
  let result: Result;
  let stdout: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trace-test-'));
    const out = join(folder, 'result');
    const env = { ...process.env, TOY: '1' };
    ({ stdout } = await run(process.execPath, [script, '--no-install', '--out', out], { env }));
    result = JSON.parse(await readFile(join(out, 'trace.json'), 'utf8'));
  }, patience_ms);
  afterAll(() => rm(folder, { recursive: true }));

  const steps: Record<string, readonly Mark[]> = {
    add: ['call', 'check', 'write', 'learned', 'change', 'row'],
    tick: ['call', 'write', 'learned', 'change', 'row'],
  };

  describe.each(Object.values(stacks))('$name', ({ name, defaultMode }) => {
    const isHere = name !== 'meteor' || meteor.found;

    test.skipIf(!isHere)('each write passes every relay in order, and its row is seen last', () => {
      expect(result.modes[name]).toBe(defaultMode);
      const lanes = result.lanes.filter(({ stack }) => stack === name);
      expect(lanes.map(({ write }) => write)).toEqual(['add', 'tick']);
      for (const { write, samples } of lanes) {
        expect(samples.traced).toHaveLength(3);
        expect(samples.plain).toHaveLength(3);
        for (const sample of samples.traced) {
          const times = [0, ...(steps[write] as readonly Mark[]).map((mark) => sample[mark] as number)];
          // Where a page's clock meets the relays', by as much as that is known.
          const inOrder = times.every(
            (time, n) => n === 0 || time >= (times[n - 1] as number) - result.clock.error_ms,
          );
          expect(inOrder, `${write}: ${times.join(', ')}`).toBe(true);
          expect(sample.acknowledged).toBeGreaterThan(sample.write as number);
          expect(sample.answer).toBeGreaterThan(sample.acknowledged as number);
        }
      }
    });

    test.skipIf(!isHere)('the app learns of it as its mode says', () => {
      const source = { meteor: /^local\.oplog\.rs$/, mean: /\.\$cmd\.aggregate$/ }[name];
      for (const { stack, learnedFrom } of result.lanes)
        if (stack === name) expect(learnedFrom).toMatch(source);
    });

    test.skipIf(isHere)('is not there, and the result says why', () => {
      expect(result.notRun[name]?.reason).toBeTruthy();
      expect(stdout).toContain(`${name} was not traced: ${result.notRun[name]?.reason}`);
    });
  });
});

test('a wrong option is refused in one line', async () => {
  const failed = run(process.execPath, [script, '--count', 'many']);
  await expect(failed).rejects.toMatchObject({
    stderr: "trace: --count is 'many': it must be a whole number of writes, from 1\n",
  });
});

test('steps are of each write, and their medians are summed as such', () => {
  const sample = (n: number): Sample => ({
    ...{ ownRow: 1, call: n, write: 2 * n, acknowledged: 5 * n, answer: 6 * n },
    ...{ learned: 4 * n, change: 7 * n, row: 10 * n },
  });
  const traced = [1, 2, 3].map(sample);
  const plain = [1, 2, 3].map((n) => ({ ownRow: 1, row: 9 * n }));
  const lane = { stack: 'mean', write: 'tick' } as const;
  const summary = summaryOf(
    { ...lane, isTraced: true, samples: traced, learnedFrom: 'here' },
    { ...lane, isTraced: false, samples: plain },
  );
  expect(summary.steps.map(({ from, to, p50_ms }) => [from, to, p50_ms])).toEqual([
    ['act', 'call', 2],
    ['call', 'write', 2],
    ['write', 'learned', 4],
    ['learned', 'change', 6],
    ['change', 'row', 6],
  ]);
  const means = summary.steps.reduce((sum, { mean_ms }) => sum + mean_ms, 0);
  expect(means).toBeCloseTo(summary.traced.mean_ms);
  expect(summary).toMatchObject({ sumOfSteps_ms: 20, relaysAdd_ms: 2, learnedFrom: 'here' });
  // The app learned of it before it was acknowledged.
  expect(summary.beside.find(({ from }) => from === 'acknowledged')?.p50_ms).toBe(-2);
});

test('samples of two ways are not put into one lane', () => {
  const lane: Lane = { stack: 'mean', write: 'tick', isTraced: true, samples: [] };
  const sample = { ownRow: 1, row: 2 };
  addTo(lane, sample, 'here');
  addTo(lane, sample, 'here');
  expect(() => addTo(lane, sample, 'there')).toThrow(
    'learned of 2 writes from here, and of the next one from there',
  );
  expect(lane).toMatchObject({ learnedFrom: 'here', samples: [sample, sample] });
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
