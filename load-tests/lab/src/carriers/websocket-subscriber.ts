import { WebSocket } from 'ws';
import type { Subscriber, SubscriberOptions } from './carrier.ts';

/** Plain ws: for a server without a protocol of its own, and for SockJS, whose own client wants a browser. */
export function subscribeByWebsocket(
  path: string,
  framing: 'none' | 'sockjs',
  { host, port, deflate, onTodo }: SubscriberOptions,
): Promise<Subscriber> {
  const url = `ws://${host}:${port}${path}`;
  // As packages/pubsub-client does it, which receives on the other carriers.
  const ws = new WebSocket(url, { perMessageDeflate: deflate, skipUTF8Validation: true });
  return new Promise((resolve, reject) => {
    const ready = () => resolve({ extensions: ws.extensions });
    const take = (text: string, at_ns: bigint) => {
      const todo = JSON.parse(text);
      onTodo(todo._id, todo.text, at_ns);
    };
    ws.once('error', (error) => reject(new Error(`${url}: ${error.message}`)));
    ws.once('close', (code) => reject(new Error(`${url}: closed (${code}) before it was ready`)));
    if (framing === 'none') {
      ws.once('open', ready);
      ws.on('message', (data: Buffer) => {
        const at_ns = process.hrtime.bigint();
        take(data.toString(), at_ns);
      });
      return;
    }
    ws.on('message', (data: Buffer) => {
      const at_ns = process.hrtime.bigint();
      // SockJS frames: `o` open, `a[...]` messages, `h` heartbeat, `c[code,reason]` closed.
      if (data[0] === 0x61) for (const text of JSON.parse(data.toString('utf8', 1))) take(text, at_ns);
      else if (data[0] === 0x6f) ready();
    });
  });
}
