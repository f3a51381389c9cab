import { NodeWebSocket } from 'socket.io-client';
import { WebSocket } from 'ws';
import type { ConnectOptions } from './client.ts';

/** Who takes the events, past engine.io-client and socket.io-client. */
export interface EventReceiver {
  /** How a plain event of the namespace begins: engine.io's `4`, Socket.io's `2`, the namespace, `[`. */
  readonly eventPrefix: Buffer;
  /** The event's name and arguments. */
  onEvent(event: unknown[], at_ns: bigint): void;
  /** Anything else is about to go the usual way. */
  onOther(at_ns: bigint): void;
  /** The websocket of each connection, as it is made. */
  onSocket(ws: WebSocket): void;
}

/** In the option `transportOptions.websocket`. */
interface Options {
  receiver: EventReceiver;
  isOwnParser: boolean;
  tls: ConnectOptions['tls'];
}

/**
 * engine.io-client's own websocket transport, but for plain events: those are handed on from the message
 * callback, without the packet objects, emitters and turns of the event loop on the way to socket.io-client's
 * listeners. At 80,000 messages a second these take more time than parsing does.
 * Given to socket.io-client by its options `transports` and `transportOptions.websocket.receiver`.
 */
export class EventTransport extends NodeWebSocket {
  readonly #receiver = (this.opts as unknown as Options).receiver;
  /** Socket.io's own parser: what another one sends isn't known here. */
  readonly #isOwnParser = (this.opts as unknown as Options).isOwnParser;

  override createSocket(
    uri: string,
    protocols: string | string[] | undefined,
    options: Record<string, unknown>,
  ): WebSocket {
    // engine.io-client hands on those options of TLS that it knows, and `servername` isn't one of them.
    const { tls } = this.opts as unknown as Options;
    const ws = new WebSocket(uri, protocols, { ...options, ...tls, skipUTF8Validation: true });
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
      // After `close()` nothing more is wanted.
      if (this.ws !== ws) return;
      if (isOwnParser && !isBinary && startsWith(data, prefix)) {
        const event = parse(data, prefix.length - 1);
        if (event !== undefined) {
          receiver.onEvent(event, at_ns);
          return;
        }
      }
      if (isOwnParser && !isBinary && isCutOff(data)) {
        this.onError('parse error', new Error(`not a Socket.io packet: ${data.toString('utf8', 0, 60)}`));
        return;
      }
      receiver.onOther(at_ns);
      this.onData(isBinary ? data : data.toString());
    });
    return this;
  }
}

/** For three bytes a loop is quicker than the call of a native function. */
function startsWith(data: Buffer, prefix: Buffer): boolean {
  for (let i = 0; i < prefix.length; i++) if (data[i] !== prefix[i]) return false;
  return true;
}

/**
 * Events and acknowledgements (`42`, `43`, and `45`, `46` with attachments) end their array. socket.io-client
 * 4.8 takes one without an array too, and then throws where nobody can catch it.
 */
function isCutOff(data: Buffer): boolean {
  const type = data[1] as number;
  const hasArray = type === 0x32 || type === 0x33 || type === 0x35 || type === 0x36;
  return data[0] === 0x34 && hasArray && data[data.length - 1] !== 0x5d;
}

/** @returns undefined for what is no event: socket.io-client then says so in its own way */
function parse(data: Buffer, from: number): unknown[] | undefined {
  try {
    const event = JSON.parse(data.toString('utf8', from));
    return typeof event[0] === 'string' ? event : undefined;
  } catch {
    return undefined;
  }
}
