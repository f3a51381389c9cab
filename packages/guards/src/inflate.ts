import zlib, { type InflateRaw, type ZlibOptions } from 'node:zlib';

/**
 * Inflates one message after the other, and fails at one that becomes too long.
 * @param longest bytes
 */
export function createBoundedInflate(longest: number, options: ZlibOptions): InflateRaw {
  const inflate = zlib.createInflateRaw(options);
  let length = 0;
  inflate.on('data', (data: Buffer) => {
    length += data.length;
    if (length > longest) inflate.destroy(new Error('A message is too long'));
  });
  // Who has inflated a message doesn't listen to what comes behind it.
  inflate.on('error', () => {});
  // A message ends by it.
  const { flush } = inflate;
  inflate.flush = ((done: () => void) => {
    flush.call(inflate, () => {
      length = 0;
      if (!inflate.destroyed) done();
    });
  }) as typeof flush;
  return inflate;
}
