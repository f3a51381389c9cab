/** A document, or some of its fields, with dates as dates. */
export type Fields = Record<string, unknown>;
export type Document = Fields & { _id: string };

/**
 * Both wires write a date as `{"$date": milliseconds}`. A separate implementation on purpose, so that the suite doesn't
 * rely on the apps' own.
 */
export function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (value === null || typeof value !== 'object') return value;
  const keys = Object.keys(value);
  if (keys.length === 1 && keys[0] === '$date') return new Date((value as { $date: number }).$date);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decode(item)]));
}

/** The inverse. */
export function encode(value: unknown): unknown {
  if (value instanceof Date) return { $date: value.getTime() };
  if (Array.isArray(value)) return value.map(encode);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, encode(item)]));
}
