import type { Connect, Line } from './line.ts';

/** Options: `transport`, one of SockJS's; without it, SockJS takes what it likes best. `login`: shows the token once. */
export const overSockjs: Connect = ({ url, token, options }, fail) =>
  new Promise((ready, refuse) => {
    interface Socket {
      transport: string;
      onopen: (() => void) | null;
      onmessage: ((event: { data: string }) => void) | null;
      onclose: ((event: { code: number; reason: string }) => void) | null;
      send(text: string): void;
      close(): void;
    }
    const { SockJS } = globalThis as unknown as {
      SockJS: new (url: string, protocols: null, options: { timeout: number; transports: unknown }) => Socket;
    };
    const transports = options.transport ? [options.transport] : undefined;
    // After a round trip of some milliseconds, SockJS gives a websocket up that a busy machine opens late.
    const socket = new SockJS(`${url}/sock`, null, { timeout: 30_000, transports });
    const send = (message: object) => socket.send(JSON.stringify(message));
    // Answers come in the order of the questions.
    const waiting: ((count: number) => void)[] = [];
    let pulling: ((count: number) => void) | undefined;
    socket.onmessage = ({ data }) => {
      const { count } = JSON.parse(data) as { count: number };
      const heard = pulling ?? waiting.shift();
      if (heard) heard(count);
      else fail(new Error(`SockJS brought ${data}, which nobody had asked for`));
    };
    socket.onclose = ({ code, reason }) => {
      const error = new Error(`SockJS closed: ${code} ${reason}`);
      refuse(error);
      fail(error);
    };
    const line = (): Line => ({
      transport: socket.transport,
      ask(count, answered) {
        waiting.push(answered);
        send({ count });
      },
      pull(total, arrived) {
        let left = total;
        pulling = (count) => {
          left -= 1;
          if (left === 0) pulling = undefined;
          arrived(count);
        };
        send({ push: total });
      },
      put(total, taken) {
        for (let count = 0; count < total; count++) send({ take: count });
        waiting.push(taken);
        send({ taken: true });
      },
      close() {
        socket.onclose = null;
        socket.close();
      },
    });
    socket.onopen = () => {
      if (!options.login) {
        ready(line());
        return;
      }
      waiting.push(() => ready(line()));
      send({ token });
    };
  });
