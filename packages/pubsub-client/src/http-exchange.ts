import {
  type Agent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { ConnectOptions } from './client.ts';

export interface HttpRequest {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface HttpWay {
  tls: ConnectOptions['tls'] | undefined;
  localAddress: string | undefined;
  /** False: a new connection, which ends with the answer. */
  agent: Agent | false;
  timeout_ms: number;
  /** The rest of a longer answer is dropped. */
  longestAnswer_bytes: number;
}

/**
 * Sends a request as its websocket would connect. Node's `fetch` has no options for a certificate and a local address.
 * @throws Node's own error (as a rejection); a status is no error
 */
export function exchange(
  { method, url, headers, body }: HttpRequest,
  { tls, localAddress, agent, timeout_ms, longestAnswer_bytes }: HttpWay,
): Promise<HttpAnswer> {
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        headers: { ...headers, ...length },
        ...tls,
        ...(localAddress === undefined ? {} : { localAddress }),
        agent,
        signal: AbortSignal.timeout(timeout_ms),
      },
      (answer) => void read(answer, longestAnswer_bytes).then(resolve, reject),
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Whether an exchange had no answer in time. */
export function isTimeout({ name }: Error): boolean {
  return name === 'AbortError' || name === 'TimeoutError';
}

async function read(answer: IncomingMessage, longest_bytes: number): Promise<HttpAnswer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    length += (part as Buffer).length;
    if (length <= longest_bytes) parts.push(part as Buffer);
  }
  return { status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(parts).toString() };
}

/** @returns the app's code for an error: `{ error: { code } }`, `{ code }` or `{ error: <word> }` */
export function codeIn(text: string): string | undefined {
  try {
    const { code, error } = Object(JSON.parse(text));
    const found = Object(error).code ?? code ?? error;
    // A code is one word, not a sentence or an object.
    return /^[\w.-]{1,40}$/.test(String(found)) && found !== undefined ? String(found) : undefined;
  } catch {
    return undefined;
  }
}
