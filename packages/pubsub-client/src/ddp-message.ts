import { createHash } from 'node:crypto';
import ejson from 'ejson';
import type { DdpLogin } from './client.ts';
import { PubSubError } from './error.ts';

/** A server's message, with the fields that this client reads. */
export interface Message {
  msg?: string;
  id?: string;
  collection?: string;
  subs?: string[];
  error?: { error: string | number; reason?: string; message?: string };
  result?: unknown;
  version?: string;
  reason?: string;
  offendingMessage?: { id?: string };
}

/** Converts a server's error into this client's. */
export function serverError({ error, reason, message }: NonNullable<Message['error']>): PubSubError {
  return new PubSubError(String(error), reason ?? message ?? String(error), { isAnswer: true });
}

/** The parameter of DDP's method `login`. The password leaves this process only as a hash. */
export function loginParameters(login: DdpLogin): unknown {
  if ('resume' in login) return { resume: login.resume };
  const { user, password } = login;
  return {
    user: user.includes('@') ? { email: user } : { username: user },
    password: { digest: createHash('sha256').update(password).digest('hex'), algorithm: 'sha-256' },
  };
}

/** The keys of each of EJSON's own objects. */
const ejsonKeys = new Set(['$date', '$binary', '$type,$value', '$InfNaN', '$flags,$regexp', '$escape']);

/**
 * Converts parameters to EJSON: dates, bytes of every kind, numbers such as NaN. What is EJSON already, as in a recorded
 * frame (`{ $date: 1700000000000 }`, `{ $type: oid, $value: ... }`), is sent unchanged, not escaped.
 */
export function toEjson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toEjson);
  if (value instanceof ArrayBuffer) return toEjson(new Uint8Array(value));
  if (ArrayBuffer.isView(value)) {
    // EJSON knows no bytes but those of a Uint8Array.
    return ejson.toJSONValue(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  }
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) {
    return ejson.toJSONValue(value as never);
  }
  if (ejsonKeys.has(Object.keys(value).sort().join())) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toEjson(one)]));
}
