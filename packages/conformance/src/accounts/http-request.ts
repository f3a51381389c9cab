import { type IncomingHttpHeaders, request } from 'node:http';

export interface HttpRequest {
  method?: string;
  /** Besides `Content-Type`, which a body adds. */
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** The path as sent; default: the URL's. */
  path?: string;
  /** The local address to connect from. */
  address?: string | undefined;
}

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As text. */
  text: string;
}

/** One request on its own connection, with headers that `fetch` doesn't allow: Origin, Cookie. */
export function ask(url: string, { method = 'GET', headers, body, path, address }: HttpRequest = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const text = body === undefined ? undefined : JSON.stringify(body);
  // Node sets the length of a body only for some methods, and DELETE isn't among them.
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
  // For a websocket only the accepted handshake matters.
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
 * A local address that was not used recently, so that limits per address only matter in the cases about them. Linux has
 * all of 127/8; other systems have one address.
 */
export function freshAddress(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  addressesUsed += 1;
  return `127.77.${Math.floor(addressesUsed / 250) % 250}.${(addressesUsed % 250) + 1}`;
}
