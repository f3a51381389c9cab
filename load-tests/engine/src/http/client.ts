import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import type { ConnectOptions } from '@meteor-vs-mean/pubsub-client';
import { RunError } from '../failures/error.ts';
import { withRemedy } from '../failures/remedy.ts';

/** The rest of a longer answer is dropped. */
const longestAnswer_bytes = 4 * 1024 * 1024;

/** How a client connects, besides the address. */
export type HttpWay = Pick<ConnectOptions, 'tls' | 'localAddress' | 'timeout_ms'>;

export interface HttpRequest {
  method: string;
  url: URL;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/**
 * Sends the requests of one client over connections that stay open. Node's `fetch` has no options for a certificate and a
 * local address, and the websocket of the same user uses both.
 */
export class HttpClient {
  readonly #plain = new PlainAgent({ keepAlive: true });
  readonly #secure = new SecureAgent({ keepAlive: true });
  readonly #way: Pick<ConnectOptions, 'tls' | 'localAddress'>;
  readonly #timeout_ms: number;

  constructor({ tls, localAddress, timeout_ms = 20_000 }: HttpWay) {
    this.#way = { ...(tls ? { tls } : {}), ...(localAddress === undefined ? {} : { localAddress }) };
    this.#timeout_ms = timeout_ms;
  }

  /** @throws RunError (as a rejection) `refused` or `timeout`; a status is no error here */
  send({ method, url, headers, body }: HttpRequest): Promise<HttpAnswer> {
    const what = `${method} ${url.origin}${url.pathname}`;
    const isSecure = url.protocol === 'https:';
    const request = isSecure ? secureRequest : plainRequest;
    const { tls, localAddress } = this.#way;
    return new Promise((resolve, reject) => {
      const fail = (error: Error) =>
        reject(
          error.name === 'AbortError' || error.name === 'TimeoutError'
            ? new RunError('timeout', `${what}: no answer in ${this.#timeout_ms / 1000} s`, 'app')
            : withRemedy(
                new RunError(
                  'refused',
                  `${what}: ${error.message || (error as NodeJS.ErrnoException).code}`,
                  'app',
                ),
              ),
        );
      const sent = request(
        url,
        {
          method,
          headers:
            body === undefined ? headers : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
          ...tls,
          ...(localAddress === undefined ? {} : { localAddress }),
          agent: isSecure ? this.#secure : this.#plain,
          signal: AbortSignal.timeout(this.#timeout_ms),
        },
        (answer) => void read(answer).then(resolve, fail),
      );
      sent.on('error', fail);
      sent.end(body);
    });
  }

  close(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }
}

async function read(answer: IncomingMessage): Promise<HttpAnswer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    length += (part as Buffer).length;
    if (length <= longestAnswer_bytes) parts.push(part as Buffer);
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
