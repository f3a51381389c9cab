import zlib, { type InflateRaw, type ZlibOptions } from 'node:zlib';

/**
 * Inflates messages one at a time, and fails at one that becomes too long.
 * @param longest bytes
 */
export function createBoundedInflate(longest: number, options: ZlibOptions): InflateRaw {
  const inflate = zlib.createInflateRaw(options);
  let length = 0;
  inflate.on('data', (data: Buffer) => {
    length += data.length;
    if (length > longest) inflate.destroy(new Error('The message is too long'));
  });
  // After one message the caller stops listening for errors of the next.
  inflate.on('error', () => {});
  // The end of a message in permessage-deflate.
  const { flush } = inflate;
  inflate.flush = ((done: () => void) => {
    flush.call(inflate, () => {
      length = 0;
      if (!inflate.destroyed) done();
    });
  }) as typeof flush;
  return inflate;
}
