import { WebSocket } from 'ws';

/** Engine.io's and Socket.io's packets by hand, over a bare WebSocket: the receiver should cost next to nothing. */
export interface Wire {
  /** Resolves with the result. @throws the error of the acknowledgement */
  call(event: string, ...args: unknown[]): Promise<unknown>;
  close(): void;
}

/** @param onEvent gets each event as it came, `42[...]`, in the tick in which it came */
export async function connect(url: string, onEvent: (packet: string) => void): Promise<Wire> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const pending = new Map<string, (reply: { result?: unknown; error?: { message: string } }) => void>();
  const connected = Promise.withResolvers<void>();
  let calls = 0;
  socket.on('error', connected.reject);
  socket.on('close', () => connected.reject(new Error('the server closed the connection')));
  socket.on('message', (data) => {
    const packet = String(data);
    if (packet.startsWith('42')) return onEvent(packet);
    if (packet === '2') return socket.send('3');
    if (packet.startsWith('0')) return socket.send('40');
    if (packet.startsWith('40')) return connected.resolve();
    if (!packet.startsWith('43')) return;
    const start = packet.indexOf('[');
    const id = packet.slice(2, start);
    pending.get(id)?.(JSON.parse(packet.slice(start))[0]);
    pending.delete(id);
  });
  await connected.promise;
  return {
    async call(event, ...args) {
      const id = String(calls++);
      const reply = await new Promise<{ result?: unknown; error?: { message: string } }>((resolve) => {
        pending.set(id, resolve);
        socket.send(`42${id}${JSON.stringify([event, ...args])}`);
      });
      if (reply.error) throw new Error(`${event}: ${reply.error.message}`);
      return reply.result;
    },
    close: () => socket.terminate(),
  };
}
