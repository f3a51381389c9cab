import { limits } from '@meteor-vs-mean/contract';
import { Backlog, type Message, mostWaiting } from '@meteor-vs-mean/guards';
import type { Hooks } from '../hooks.ts';
import type { LiveSocket } from '../live/socket.ts';

interface Waiting extends Message {
  /** All that is kept of it until it is answered. */
  args: unknown[];
}

const most = mostWaiting(limits);

/** Weighs the messages that are not answered yet, and cuts the client that has most of them if they are too much. */
export function limitBacklog(log: (line: string) => void): Hooks['listen'] {
  const backlog = new Backlog<LiveSocket, Waiting>(limits.waitingCharacters);

  function cut(socket: LiveSocket, why: string): void {
    log(`socket ${socket.id}: disconnected, ${why}`);
    for (const { args } of backlog.forget(socket)) args.length = 0;
    socket.conn.close(true);
  }

  return (socket, answer) => {
    // The decoder puts the length in front of what the client sent.
    socket.onAny((event: unknown, characters: number, ...args: unknown[]) => {
      const message = { characters, args };
      const heaviest = backlog.add(socket, message);
      if (backlog.count(socket) > most) cut(socket, `more than ${most} of its messages were waiting`);
      else if (heaviest) {
        cut(heaviest, `of more than ${limits.waitingCharacters} characters that waited most were its own`);
      }
      void answer(String(event), args).finally(() => backlog.delete(socket, message));
    });
  };
}
