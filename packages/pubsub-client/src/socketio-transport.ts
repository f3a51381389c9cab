import { NodeWebSocket, NodeXHR } from 'socket.io-client';
import { WebSocket } from 'ws';
import type { ConnectOptions } from './client.ts';
import { readRefusal } from './handshake-refusal.ts';
import { withCookies } from './http-login.ts';

/** Receives events directly, bypassing engine.io-client and socket.io-client. */
export interface EventReceiver {
  /** The start of a plain event of the main namespace. */
  readonly eventPrefix: Buffer;
  /** The same of other namespaces. */
  readonly otherPrefixes: readonly { prefix: Buffer; namespace: string }[];
  /** The event's name and arguments. */
  onEvent(event: unknown[], at_ns: bigint): void;
  /** The same of another namespace. */
  onEventOf(namespace: string, event: unknown[], at_ns: bigint): void;
  /** Any other packet is about to be processed normally. */
  onOther(at_ns: bigint): void;
  /** The websocket of each connection. */
  onSocket(ws: WebSocket): void;
}

/** Passed in the option `transportOptions.websocket`. */
interface Options {
  receiver: EventReceiver;
  isOwnParser: boolean;
  tls: ConnectOptions['tls'];
}

/**
 * engine.io-client's websocket transport, except for plain events. It passes those on from the message callback, without the
 * packet objects, emitters and turns of the event loop before socket.io-client's listeners. At 80,000 messages per second
 * these take more time than parsing.
 * socket.io-client gets it by its options `transports` and `transportOptions.websocket.receiver`.
 */
export class EventTransport extends NodeWebSocket {
  readonly #receiver = (this.opts as unknown as Options).receiver;
  /** Whether the parser is Socket.io's own; other parsers' packets pass through. */
  readonly #isOwnParser = (this.opts as unknown as Options).isOwnParser;

  override createSocket(
    uri: string,
    protocols: string | string[] | undefined,
    options: Record<string, unknown>,
  ): WebSocket {
    // engine.io-client only passes on some TLS options, and `servername` isn't among them.
    const { tls } = this.opts as unknown as Options;
    const ws = new WebSocket(uri, protocols, {
      ...options,
      ...tls,
      headers: withCookiesOf(this.socket, options.headers as Headers),
      skipUTF8Validation: true,
    });
    readRefusal(ws);
    this.#receiver.onSocket(ws);
    return ws;
  }

  override doOpen(): this {
    super.doOpen();
    const ws: WebSocket = this.ws;
    const receiver = this.#receiver;
    const prefix = receiver.eventPrefix;
    const isOwnParser = this.#isOwnParser;
    ws.onmessage = null;
    ws.on('message', (data: Buffer, isBinary: boolean) => {
      const at_ns = process.hrtime.bigint();
      // Nothing is read after `close()`.
      if (this.ws !== ws) return;
      if (isOwnParser && !isBinary && startsWith(data, prefix)) {
        const event = parse(data, prefix.length - 1);
        if (event !== undefined) {
          receiver.onEvent(event, at_ns);
          return;
        }
      }
      if (isOwnParser && !isBinary && this.#isOfOther(data, at_ns)) return;
      if (isOwnParser && !isBinary && isCutOff(data)) {
        this.onError('parse error', new Error(`not a Socket.io packet: ${data.toString('utf8', 0, 60)}`));
        return;
      }
      receiver.onOther(at_ns);
      this.onData(isBinary ? data : data.toString());
    });
    return this;
  }

  /** Passes on a plain event of another namespace than the main one. */
  #isOfOther(data: Buffer, at_ns: bigint): boolean {
    for (const { prefix, namespace } of this.#receiver.otherPrefixes) {
      const event = startsWith(data, prefix) ? parse(data, prefix.length - 1) : undefined;
      if (event === undefined) continue;
      this.#receiver.onEventOf(namespace, event, at_ns);
      return true;
    }
    return false;
  }
}

/** engine.io-client's polling: all packets go through socket.io-client. */
export class PollingTransport extends NodeXHR {
  readonly #receiver = (this.opts as unknown as Options).receiver;
  readonly #isOwnParser = (this.opts as unknown as Options).isOwnParser;

  override onData(data: string): void {
    this.#receiver.onOther(process.hrtime.bigint());
    super.onData(data);
  }

  override onPacket(packet: { type: string; data?: unknown }): void {
    const { type, data } = packet;
    if (this.#isOwnParser && type === 'message' && typeof data === 'string') {
      if (isCutOff(Buffer.from(`4${data}`))) {
        this.onError('parse error', new Error(`not a Socket.io packet: ${data.slice(0, 60)}`), undefined);
        return;
      }
    }
    super.onPacket(packet as never);
  }
}

type Headers = Record<string, string> | undefined;

/** The websocket that replaces polling also sends polling's cookies. */
function withCookiesOf(socket: unknown, headers: Headers): Record<string, string> {
  const jar = (socket as { _cookieJar?: { cookies: Iterable<[string, { value: string }]> } } | undefined)
    ?._cookieJar;
  const cookies = [...(jar?.cookies ?? [])].map(([name, { value }]) => `${name}=${value}`).join('; ');
  return cookies === '' ? (headers ?? {}) : withCookies(headers, cookies);
}

/** For three bytes a loop is faster than a call of a native function. */
function startsWith(data: Buffer, prefix: Buffer): boolean {
  for (let i = 0; i < prefix.length; i++) if (data[i] !== prefix[i]) return false;
  return true;
}

/**
 * Events and acknowledgements (`42`, `43`, and `45`, `46` with attachments) end with an array. socket.io-client 4.8
 * also accepts one without an array, and then throws an error that nobody can catch.
 */
function isCutOff(data: Buffer): boolean {
  const type = data[1] as number;
  const hasArray = type === 0x32 || type === 0x33 || type === 0x35 || type === 0x36;
  return data[0] === 0x34 && hasArray && data[data.length - 1] !== 0x5d;
}

/** @returns undefined if it isn't an event: socket.io-client then reports it */
function parse(data: Buffer, from: number): unknown[] | undefined {
  try {
    const event = JSON.parse(data.toString('utf8', from));
    return typeof event[0] === 'string' ? event : undefined;
  } catch {
    return undefined;
  }
}
