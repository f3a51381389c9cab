import { createHash } from 'node:crypto';
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
