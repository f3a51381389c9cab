import { Agent as PlainAgent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import {
  type ConnectOptions,
  exchange,
  type HttpAnswer,
  type HttpRequest,
  isTimeout,
} from '@meteor-vs-mean/pubsub-client';
import { RunError } from '../failures/error.ts';
import { withRemedy } from '../failures/remedy.ts';

const longestAnswer_bytes = 4 * 1024 * 1024;

/** How a client connects, besides the address. */
export type HttpWay = Pick<ConnectOptions, 'tls' | 'localAddress' | 'timeout_ms'>;

/** Sends the requests of one client over connections that stay open. */
export class HttpClient {
  readonly #plain = new PlainAgent({ keepAlive: true });
  readonly #secure = new SecureAgent({ keepAlive: true });
  readonly #way: HttpWay;

  constructor(way: HttpWay) {
    this.#way = way;
  }

  /** @throws RunError (as a rejection) `refused` or `timeout`; a status is no error here */
  async send(request: HttpRequest): Promise<HttpAnswer> {
    const { method, url } = request;
    const { tls, localAddress, timeout_ms = 20_000 } = this.#way;
    const agent = url.protocol === 'https:' ? this.#secure : this.#plain;
    try {
      return await exchange(request, { tls, localAddress, agent, timeout_ms, longestAnswer_bytes });
    } catch (failure) {
      const error = failure as NodeJS.ErrnoException;
      const what = `${method} ${url.origin}${url.pathname}`;
      if (isTimeout(error))
        throw new RunError('timeout', `${what}: no answer in ${timeout_ms / 1000} s`, 'app');
      throw withRemedy(new RunError('refused', `${what}: ${error.message || error.code}`, 'app'));
    }
  }

  close(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }
}
