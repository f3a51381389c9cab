import { createHash } from 'node:crypto';
import type { DdpLogin } from './client.ts';
import { PubSubError } from './error.ts';

/** What a server may send, as far as this client looks into it. */
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

/** A server's refusal, as this client's error. */
export function serverError({ error, reason, message }: NonNullable<Message['error']>): PubSubError {
  return new PubSubError(String(error), reason ?? message ?? String(error));
}

/** The parameter of DDP's method `login`. The password leaves this process as a hash only. */
export function loginParameters(login: DdpLogin): unknown {
  if ('resume' in login) return { resume: login.resume };
  const { user, password } = login;
  return {
    user: user.includes('@') ? { email: user } : { username: user },
    password: { digest: createHash('sha256').update(password).digest('hex'), algorithm: 'sha-256' },
  };
}
