import { limits } from '@meteor-vs-mean/contract';
import { Backlog, type Message, mostWaiting } from '@meteor-vs-mean/guards';
import type { Hooks } from '../hooks.ts';
import type { LiveSocket } from '../live/socket.ts';

interface Waiting extends Message {
  /** What is kept of a message until it is answered. */
  args: unknown[];
}

const most = mostWaiting(limits);

/** Weighs unanswered messages, and cuts the client with the most if they exceed the limit. */
export function limitBacklog(log: (line: string) => void): Hooks['listen'] {
  const backlog = new Backlog<LiveSocket, Waiting>(limits.waitingCharacters);

  function cut(socket: LiveSocket, why: string): void {
    log(`socket ${socket.id}: disconnected, ${why}`);
    for (const { args } of backlog.forget(socket)) args.length = 0;
    socket.conn.close(true);
  }

  return (socket, answer) => {
    // The decoder adds the packet's length as the first argument.
    socket.onAny((event: unknown, characters: number, ...args: unknown[]) => {
      const message = { characters, args };
      const heaviest = backlog.add(socket, message);
      if (backlog.count(socket) > most) cut(socket, `more than ${most} of its messages were waiting`);
      else if (heaviest) {
        cut(heaviest, `it had the most of over ${limits.waitingCharacters} waiting characters`);
      }
      void answer(String(event), args).finally(() => backlog.delete(socket, message));
    });
  };
}
