import { once } from 'node:events';
import { constants, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createBoundedInflate } from '../src/inflate.ts';

const longest = 100_000;

function deflated(text: string): Buffer {
  return deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH });
}

/** Compresses like the extension: writes a message and flushes. */
function inflateNext(inflate: ReturnType<typeof createBoundedInflate>, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const onData = (data: Buffer) => chunks.push(data);
    inflate.on('data', onData);
    inflate.once('error', reject);
    inflate.write(deflated(text));
    inflate.flush(() => {
      inflate.off('data', onData);
      inflate.off('error', reject);
      resolve(Buffer.concat(chunks).toString());
    });
  });
}

test('inflates one message after another, each up to the limit', async () => {
  const inflate = createBoundedInflate(longest, {});
  for (const letter of ['a', 'b', 'c']) {
    const text = letter.repeat(longest);
    expect(await inflateNext(inflate, text)).toBe(text);
  }
});

test('a message that becomes too long fails', async () => {
  const inflate = createBoundedInflate(longest, {});
  await expect(inflateNext(inflate, 'a'.repeat(longest + 1))).rejects.toThrow('too long');
  expect(inflate.destroyed).toBe(true);
});

test('a compression bomb is inflated hardly beyond the limit', async () => {
  const inflate = createBoundedInflate(longest, {});
  let length = 0;
  inflate.on('data', (data: Buffer) => {
    length += data.length;
  });
  inflate.write(deflated('a'.repeat(50_000_000)));
  await once(inflate, 'error');
  expect(length).toBeLessThan(longest * 2);
});

test('a broken message fails once, without an error event after the caller stopped listening', async () => {
  const inflate = createBoundedInflate(longest, {});
  inflate.write(Buffer.from([0xff, 0xff, 0xff]));
  await new Promise((resolve) => inflate.once('close', resolve));
  expect(inflate.errored).toMatchObject({ code: 'Z_DATA_ERROR' });
});
