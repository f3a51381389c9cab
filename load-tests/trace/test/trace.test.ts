import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { figuresOf, type Marks } from '../src/marks.ts';
import { WebSocketMessages } from '../src/messages.ts';
import { sourceOf } from '../src/round.ts';

const script = join(import.meta.dirname, '../src/main.ts');
const run = promisify(execFile);

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
