/**
 * Turns typed arrays into Buffers, for parsers such as msgpack's that send a typed array's whole memory, of which it
 * may only be a part.
 */
export function withBuffers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBuffers);
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withBuffers(one)]));
}
