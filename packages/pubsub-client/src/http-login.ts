import type { ConnectOptions, PostLogin } from './client.ts';
import { PubSubError } from './error.ts';
import { codeIn, exchange, type HttpAnswer, isTimeout } from './http-exchange.ts';

type Way = Pick<ConnectOptions, 'headers' | 'tls' | 'localAddress'>;

/** The rest of a longer response is dropped. */
const longestAnswer_bytes = 64 * 1024;

/**
 * Posts a log-in as an app's page does.
 * @param url the app's address, to which the log-in's path is relative
 * @returns the cookies of the response, in the form of the header `Cookie`, and the token if one is wanted
 * @throws PubSubError (as a rejection): the app's own code, or the status; `no-cookie`, `no-token`, `refused`, `timeout`. No
 * message contains the credentials
 */
export async function postLogin(
  url: string,
  { post, json, token: path }: PostLogin,
  way: Way,
  timeout_ms: number,
): Promise<{ cookies: string; token: string | undefined }> {
  const address = new URL(post, url.replace(/^ws/, 'http'));
  const what = `${address.origin}${address.pathname}`;
  const body = JSON.stringify(json);
  const { status, headers, text } = await send(address, body, way, timeout_ms);
  if (status >= 400) {
    const code = codeIn(text) ?? String(status);
    const rejected = `${what}: the server rejected the log-in (status ${status}, ${code})`;
    throw new PubSubError(code, rejected, { isAnswer: true });
  }
  const kept = cookiesOf(headers['set-cookie'] ?? []);
  if (path === undefined) {
    if (kept !== '') return { cookies: kept, token: undefined };
    throw new PubSubError('no-cookie', `${what}: the log-in returned ${status} without a cookie`);
  }
  const token = tokenAt(text, path);
  if (token !== undefined) return { cookies: kept, token };
  throw new PubSubError('no-token', `${what}: the log-in returned ${status} without a token at ${path}`);
}

/** @param path as in `$.data.token` */
function tokenAt(text: string, path: string): string | undefined {
  const keys = path
    .replace(/^\$\.?/, '')
    .split('.')
    .filter(Boolean);
  try {
    let value: unknown = JSON.parse(text);
    for (const key of keys) value = Object(value)[key];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  } catch {
    return undefined;
  }
}

async function send(
  url: URL,
  body: string,
  { headers, tls, localAddress }: Way,
  timeout_ms: number,
): Promise<HttpAnswer> {
  const what = `${url.origin}${url.pathname}`;
  const asJson = { ...headers, 'Content-Type': 'application/json' };
  // A new connection for each client, as for a new browser; no keep-alive.
  const way = { tls, localAddress, agent: false, timeout_ms, longestAnswer_bytes } as const;
  try {
    return await exchange({ method: 'POST', url, headers: asJson, body }, way);
  } catch (failure) {
    const error = failure as NodeJS.ErrnoException;
    throw isTimeout(error)
      ? new PubSubError('timeout', `${what}: no answer to the log-in in ${timeout_ms} ms`)
      : new PubSubError('refused', `${what}: ${error.message || error.code}`);
  }
}

/** Names and values without attributes. The last cookie of a name wins, and an emptied one is dropped. */
function cookiesOf(set: readonly string[]): string {
  const values = new Map<string, string>();
  for (const one of set) {
    const [, name = '', value = ''] = /^\s*([^=;]+)=([^;]*)/.exec(one) ?? [];
    if (value.trim() === '') values.delete(name.trim());
    else values.set(name.trim(), value.trim());
  }
  return [...values].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** Adds cookies to the headers. */
export function withCookies(
  headers: Readonly<Record<string, string>> = {},
  cookies: string,
): Record<string, string> {
  const name = Object.keys(headers).find((one) => one.toLowerCase() === 'cookie');
  if (name === undefined) return { ...headers, Cookie: cookies };
  return { ...headers, [name]: `${headers[name]}; ${cookies}` };
}
