import { createHash } from 'node:crypto';
import { leavesOf } from './leaves.ts';
import type { Message } from './messages.ts';
import type { Recording } from './wire.ts';

/** Names under which apps send what nobody else may know. */
const secretKey =
  /^(pass(word|wd|phrase|code)?|pwd|digest|resume|secret|authorization|cookie|jwt|pin|otp|(\w*(token|api[_-]?key|secret|password)))$/i;
/** Engine.io's own. */
const ownQuery = new Set(['EIO', 'transport', 'sid', 't', 'b64']);
/** Shorter texts would be found inside words; they count where they are a whole value. */
const shortest = { password: 4, cookie: 6 };

/** What must not be in the file, each with the variable of the environment that takes its place. */
export class Secrets {
  readonly #names = new Map<string, string>();

  add(value: string, name: string, leastInside = shortest.password): void {
    if (value === '' || this.#names.has(value)) return;
    const taken = new Set(this.#names.values());
    let free = name;
    for (let n = 2; taken.has(free); n += 1) free = `${name}_${n}`;
    this.#names.set(value, free);
    if (value.length < leastInside) this.#short.add(value);
  }

  readonly #short = new Set<string>();

  has(value: string): boolean {
    return this.#names.has(value);
  }

  /** The secrets in a text. */
  within(text: string): string[] {
    if (this.#names.has(text)) return [text];
    return [...this.#names.keys()].filter((value) => !this.#short.has(value) && text.includes(value));
  }

  /** @returns the text with `{{ $env.NAME }}` for each secret in it */
  hide(text: string): string {
    const whole = this.#names.get(text);
    if (whole !== undefined) return this.#expression(whole);
    let hidden = text;
    // The longest first: one may be a part of another.
    const inside = [...this.#names].filter(([value]) => !this.#short.has(value));
    for (const [value, name] of inside.sort(([one], [other]) => other.length - one.length)) {
      for (const form of new Set([value, JSON.stringify(value).slice(1, -1)])) {
        if (hidden.includes(form)) hidden = hidden.replaceAll(form, this.#expression(name));
      }
    }
    return hidden;
  }

  /** The variables that a script uses, with their values. */
  usedIn(script: string): Record<string, string> {
    return Object.fromEntries(
      [...this.#names]
        .filter(([, name]) => script.includes(this.#expression(name)))
        .map(([value, name]) => [name, value]),
    );
  }

  #expression(name: string): string {
    return `{{ $env.${name} }}`;
  }
}

/**
 * Finds them: what was typed into password fields, and its digest; cookies; what was sent as password, digest, resume
 * token, in an auth payload or as a token in a query; and tokens that a server answered.
 */
export function findSecrets(recording: Recording, messages: readonly Message[]): Secrets {
  const secrets = new Secrets();
  for (const typed of recording.passwords) {
    secrets.add(typed, 'PASSWORD');
    secrets.add(createHash('sha256').update(typed).digest('hex'), 'PASSWORD_DIGEST');
    secrets.add(encodeURIComponent(typed), 'PASSWORD_ENCODED');
  }
  for (const { body, answer, headers } of recording.requests) {
    for (const { key, value } of leavesOf([bodyOf(body), bodyOf(answer)])) {
      if (typeof value === 'string' && secretKey.test(key)) secrets.add(value, envName(key));
    }
    // The word Bearer is no secret.
    for (const [name, value] of Object.entries(ownHeaders(headers)))
      secrets.add(value.split(' ').at(-1) ?? '', envName(name));
  }
  for (const message of messages) {
    if (message.kind === 'connect') {
      for (const { key, value } of leavesOf(message.auth)) {
        if (typeof value === 'string' || typeof value === 'number') {
          secrets.add(String(value), `AUTH_${envName(key)}`);
        }
      }
    }
    const values =
      message.kind === 'call' || message.kind === 'subscribe'
        ? message.params
        : message.kind === 'answer' || message.kind === 'event'
          ? message.args
          : [];
    for (const { key, value } of leavesOf(values)) {
      if (typeof value !== 'string' || !secretKey.test(key)) continue;
      secrets.add(value, key === 'digest' ? 'PASSWORD_DIGEST' : envName(key));
    }
  }
  for (const { url } of recording.events) {
    for (const [key, value] of queryOf(url)) {
      if (/tok|auth|key|secret|sess|jwt|pass|ticket|code/i.test(key))
        secrets.add(value, `QUERY_${envName(key)}`);
    }
  }
  for (const header of recording.cookieHeaders.values()) secrets.add(header, 'COOKIE', shortest.cookie);
  for (const cookie of recording.cookies) {
    secrets.add(cookie, 'COOKIE_VALUE', shortest.cookie);
    secrets.add(safelyDecoded(cookie), 'COOKIE_VALUE', shortest.cookie);
  }
  return secrets;
}

/** An address's query without what Engine.io puts there. */
export function queryOf(url: string): [key: string, value: string][] {
  return [...new URL(url).searchParams].filter(([key]) => !ownQuery.has(key));
}

/** The headers of a request that say who sends it. */
export function ownHeaders(headers: Record<string, string>): Record<string, string> {
  const names = /^(authorization|x-.*(csrf|xsrf|token|auth|key|user-id).*)$/i;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.test(name)));
}

/** The fields of a request's body: JSON, or a form's. */
export function bodyOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}

const envName = (key: string): string =>
  key
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll(/\W+/g, '_')
    .toUpperCase() || 'VALUE';

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
