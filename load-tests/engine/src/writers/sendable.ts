import { type Transport, toEjson } from '@meteor-vs-mean/pubsub-client';

/**
 * A value for the writers' thread, to which objects come without their methods: what `toJSON` or EJSON would make of it
 * is made before. Dates and bytes stay what they are.
 */
export function sendable(value: unknown, transport?: Transport): unknown {
  return withoutMethods(transport === undefined || transport === 'socketio' ? value : toEjson(value));
}

/** @returns the class of an object in it that the writers' thread would get as another one */
export function classIn(value: unknown): string | undefined {
  if (value === null || typeof value !== 'object' || isClonable(value)) return undefined;
  const { name = 'Object' } = value.constructor ?? {};
  if (!Array.isArray(value) && name !== 'Object') return name;
  return Object.values(value)
    .map(classIn)
    .find((one) => one !== undefined);
}

function withoutMethods(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (value === null || typeof value !== 'object' || isClonable(value)) return value;
  if (Array.isArray(value)) return value.map(withoutMethods);
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') return withoutMethods(toJSON.call(value));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutMethods(one)]));
}

/** Whether a thread gets it unchanged. */
function isClonable(value: object): boolean {
  return ArrayBuffer.isView(value) || [ArrayBuffer, Date, Map, Set].some((kind) => value instanceof kind);
}
