import { type IncomingHttpHeaders, request } from 'node:http';

export interface HttpRequest {
  method?: string;
  /** Beyond `Content-Type`, which a body brings. */
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** As it is sent; default: the URL's. */
  path?: string;
  /** Of this machine, to come from. */
  address?: string | undefined;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As text. */
  text: string;
}

/** One request on a connection of its own, with headers that `fetch` keeps for browsers: Origin, Cookie. */
export function ask(url: string, { method = 'GET', headers, body, path, address }: HttpRequest = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const text = body === undefined ? undefined : JSON.stringify(body);
  // Node itself tells the length of a body of some methods only, and DELETE isn't among them.
  const ofBody =
    text === undefined
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) };
  const sent = request(
    url,
    {
      method,
      headers: { ...ofBody, ...headers },
      agent: false,
      signal: AbortSignal.timeout(30_000),
      ...(path ? { path } : {}),
      ...(address ? { localAddress: address } : {}),
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, text: Buffer.concat(chunks).toString() });
      });
    },
  );
  // Of a websocket's handshake it is enough to know that it was taken.
  sent.on('upgrade', ({ statusCode: status = 0, headers }, socket) => {
    socket.destroy();
    resolve({ status, headers, text: '' });
  });
  sent.on('error', reject);
  sent.end(text);
  return promise;
}

let addressesUsed = 0;

/**
 * An address of this machine that nobody has come from lately, so that what one address may do is left for the cases
 * that ask about it. Linux has all of 127/8; elsewhere there is one.
 */
export function freshAddress(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  addressesUsed += 1;
  return `127.77.${Math.floor(addressesUsed / 250) % 250}.${(addressesUsed % 250) + 1}`;
}
