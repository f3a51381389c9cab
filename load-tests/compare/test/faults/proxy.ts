import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Between } from '../../src/between.ts';

/** A connection's messages from the app, each in the bytes that it came in. */
export interface Messages {
  /** The text of a message. */
  onText(text: string, frame: Buffer): void;
  /** All else: handshakes, pings, frames that carry no text. */
  onOther(bytes: Buffer): void;
}

/** What happens to the messages of one connection on their way to the client: `next` takes them further. */
export type Fault = (next: Messages) => Messages;

/**
 * A proxy of websockets that hands on what it is told to. It takes the offer of compression out of the handshake, so
 * that it can read the messages, and knows nothing of who sends or receives them.
 */
export function faultyWay(fault: Fault): Between {
  return async (target) => {
    const sockets = new Set<Socket>();
    const server = createServer((client) => {
      const app = connect(target.port, target.host);
      for (const [one, other] of [
        [client, app],
        [app, client],
      ] as const) {
        sockets.add(one.setNoDelay(true));
        one.on('error', () => {}); // 'close' follows
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      }
      const onRequest = (data: Buffer) => {
        const head = data.toString('latin1');
        const isWebSocket = /^upgrade: *websocket/im.test(head);
        app.write(isWebSocket ? Buffer.from(withoutExtensions(head), 'latin1') : data);
        client.pipe(app);
        if (!isWebSocket) {
          app.pipe(client);
          return;
        }
        const send = (bytes: Buffer) => void (client.writable && client.write(bytes));
        app.on('data', readFrames(fault({ onText: (_, frame) => send(frame), onOther: send })));
      };
      // What a client sends first is small: it comes in one piece.
      client.once('data', onRequest);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    return {
      url: `http://127.0.0.1:${port}`,
      close: async () => {
        for (const socket of sockets) socket.destroy();
        server.close();
        await once(server, 'close');
      },
    };
  };
}

function withoutExtensions(head: string): string {
  return head.replace(/^sec-websocket-extensions:.*\r\n/im, '');
}

/** Cuts the stream into the response's head and the frames after it (RFC 6455, 5.2; a server doesn't mask). */
function readFrames({ onText, onOther }: Messages): (data: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isOpen = false;
  return (data) => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data]);
    if (!isOpen) {
      const end = rest.indexOf('\r\n\r\n');
      if (end === -1) return;
      isOpen = true;
      onOther(rest.subarray(0, end + 4));
      rest = rest.subarray(end + 4);
    }
    for (;;) {
      const [header, length] = sizeOf(rest) ?? [0, Number.POSITIVE_INFINITY];
      if (rest.length < header + length) return;
      const frame = rest.subarray(0, header + length);
      rest = rest.subarray(header + length);
      const isWholeText = frame[0] === 0x81;
      if (isWholeText) onText(frame.toString('utf8', header), frame);
      else onOther(frame);
    }
  };
}

/** @returns how long a frame's header and its payload are; undefined if the header isn't complete */
function sizeOf(bytes: Buffer): [header: number, payload: number] | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] as number) & 0x7f;
  if (short < 126) return [2, short];
  if (short === 126) return bytes.length < 4 ? undefined : [4, bytes.readUInt16BE(2)];
  return bytes.length < 10 ? undefined : [10, Number(bytes.readBigUInt64BE(2))];
}
