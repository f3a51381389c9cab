import { randomInt } from 'node:crypto';
import { WebSocket } from 'ws';
import type { ConnectOptions } from './client.ts';
import { PubSubError } from './error.ts';
import { readRefusal } from './handshake-refusal.ts';

/** Receives the events of a DDP socket. */
interface DdpReceiver {
  /** The framing is ready for messages. */
  onOpen(): void;
  /** One DDP message, as text. */
  onMessage(text: string, at_ns: bigint): void;
  /** A frame without a message, which only shows that the server is alive. */
  onSign(): void;
  /** Called once, whichever side closed the connection. */
  onClose(error: PubSubError): void;
}

/** Options of the websocket. */
interface DdpSocketOptions {
  url: string;
  sockjs: boolean;
  headers: ConnectOptions['headers'];
  tls: ConnectOptions['tls'];
  localAddress: ConnectOptions['localAddress'];
  compression: boolean;
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789_';

/** The DDP endpoint at `url`. */
function ddpAddress(url: string, sockjs: boolean): string {
  const base = url.replace(/^http/, 'ws').replace(/\/+$/, '');
  if (!sockjs) return `${base}/websocket`;
  // A server number and a session name, as SockJS clients make them.
  const server = String(randomInt(1000)).padStart(3, '0');
  const session = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
  return `${base}/sockjs/${server}/${session}/websocket`;
}

/** A websocket that carries DDP messages, plain or in SockJS frames. */
export class DdpSocket {
  readonly address: string;
  readonly #ws: WebSocket;
  readonly #sockjs: boolean;
  readonly #receiver: DdpReceiver;
  #ended: PubSubError | undefined;

  constructor(options: DdpSocketOptions, receiver: DdpReceiver) {
    const { url, sockjs, compression, headers, tls, localAddress } = options;
    this.address = ddpAddress(url, sockjs);
    this.#sockjs = sockjs;
    this.#receiver = receiver;
    // Validating UTF-8 is unnecessary: broken bytes become U+FFFD before JSON.parse.
    this.#ws = new WebSocket(this.address, {
      perMessageDeflate: compression,
      skipUTF8Validation: true,
      ...(headers ? { headers } : {}),
      ...tls,
      ...(localAddress === undefined ? {} : { localAddress }),
    });
    readRefusal(this.#ws);
    this.#ws.on('message', sockjs ? this.#onFrame : this.#onText);
    let isOpen = false;
    this.#ws.on('open', () => {
      isOpen = true;
      if (!sockjs) receiver.onOpen();
    });
    this.#ws.on('error', (error: Error & { code?: string }) => {
      const code = isOpen ? 'disconnected' : 'refused';
      this.#ended ??= new PubSubError(code, `${this.address}: ${error.message || error.code}`);
    });
    this.#ws.on('close', (code, reason) => {
      const why = reason.length > 0 ? `code ${code}, ${reason}` : `code ${code}`;
      receiver.onClose(
        this.#ended ?? new PubSubError('disconnected', `${this.address}: the server closed it (${why})`),
      );
    });
  }

  /** The extensions that the server accepted. */
  get extensions(): string {
    return this.#ws.extensions;
  }

  send(text: string): void {
    if (this.#ws.readyState !== WebSocket.OPEN) return;
    this.#ws.send(this.#sockjs ? JSON.stringify([text]) : text);
  }

  /** Closes the connection; `onClose` follows within a second. */
  close(): void {
    this.#ended ??= new PubSubError('closed', `${this.address}: closed by this client`);
    this.#ws.close();
    const timer = setTimeout(() => this.#ws.terminate(), 1000);
    this.#ws.once('close', () => clearTimeout(timer));
  }

  /** Terminates the connection at once. */
  abandon(error: PubSubError): void {
    this.#ended ??= error;
    this.#ws.terminate();
  }

  readonly #onText = (data: Buffer): void => {
    const at_ns = process.hrtime.bigint();
    this.#receiver.onMessage(data.toString(), at_ns);
  };

  /** SockJS: `o` open, `h` heartbeat, `a[...]` messages, `m"..."` one message, `c[code,reason]` closed. */
  readonly #onFrame = (data: Buffer): void => {
    const at_ns = process.hrtime.bigint();
    switch (data[0]) {
      case 0x61: // a
      case 0x6d: {
        const messages = this.#parse(data);
        if (typeof messages === 'string') this.#receiver.onMessage(messages, at_ns);
        else if (Array.isArray(messages)) {
          for (let i = 0; i < messages.length; i++) this.#receiver.onMessage(messages[i], at_ns);
        }
        return;
      }
      case 0x6f: // o
        this.#receiver.onOpen();
        return;
      case 0x68: // h
        this.#receiver.onSign();
        return;
      case 0x63: // c
        this.#ended ??= new PubSubError(
          'disconnected',
          `${this.address}: the server closed the session: ${data.toString()}`,
        );
        this.#ws.close();
        return;
      default:
        this.#garbage(data);
    }
  };

  #parse(data: Buffer): unknown {
    try {
      return JSON.parse(data.toString('utf8', 1));
    } catch {
      this.#garbage(data);
      return undefined;
    }
  }

  #garbage(data: Buffer): void {
    const seen = JSON.stringify(data.toString('utf8', 0, 60));
    this.abandon(new PubSubError('protocol', `${this.address}: not a SockJS frame: ${seen}`));
  }
}
