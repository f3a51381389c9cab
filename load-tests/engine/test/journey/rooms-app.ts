import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';
import { onTestFinished } from 'vitest';

/** What the app does wrong. n is the number of a write, from 1. */
interface Faults {
  /** It sends the write to one member less, and counts that as lost. */
  loses?: (n: number) => boolean;
  /** It sends the write to one member twice. */
  doubles?: (n: number) => boolean;
  /** It holds the write for one member until the next one of that room was sent. */
  delays?: (n: number) => boolean;
  /** It refuses the write. */
  refuses?: (n: number) => boolean;
  /** It answers, and stores and sends nothing. */
  forgets?: (n: number) => boolean;
  /** It sends a write to all but its writer. */
  others?: boolean;
  /** It stores another text than it sends. */
  garbles?: (n: number) => boolean;
  /** It answers later. */
  answersAfter_ms?: number;
}

/** The app's own count. */
interface Counts {
  writes: number;
  refused: number;
  /** Deliveries that it owed: the members of the room when the write came. */
  owed: number;
  /** ... of those that it left out, sent twice, or sent after a later one. */
  lost: number;
  doubled: number;
  delayed: number;
  joins: number;
}

interface Item {
  _id: string;
  text: string;
}

interface Room {
  members: Set<Socket>;
  items: Map<string, Item>;
  /** What is sent after the next write. */
  held: (() => unknown)[];
}

/**
 * A Socket.io app with rooms: `enter` answers with the room's items, `add`, `edit` and `remove` are writes, and the room gets
 * them as `added`, `changed` and `removed`.
 */
export async function roomsApp(faults: Faults = {}) {
  const counts: Counts = { writes: 0, refused: 0, owed: 0, lost: 0, doubled: 0, delayed: 0, joins: 0 };
  const http = createServer();
  const io = new Server(http, { serveClient: false });
  const rooms = new Map<string, Room>();
  const roomOf = (name: string) => {
    const room: Room = rooms.get(name) ?? { members: new Set(), items: new Map(), held: [] };
    rooms.set(name, room);
    return room;
  };
  const deliver = (socket: Socket, name: string, n: number, event: string, ...args: unknown[]) => {
    const { members, held } = roomOf(name);
    const audience = [...members].filter((member) => !faults.others || member !== socket);
    const release = held.splice(0);
    counts.owed += audience.length;
    // The last one isn't the writer, whose flow is first.
    const victim = audience.filter((member) => member !== socket).at(-1);
    for (const member of audience) {
      const send = () => member.emit(event, name, ...args);
      if (member === victim && faults.loses?.(n)) counts.lost++;
      else if (member === victim && faults.delays?.(n)) {
        counts.delayed++;
        held.push(send);
      } else send();
      if (member === victim && faults.doubles?.(n)) {
        counts.doubled++;
        send();
      }
    }
    for (const send of release) setTimeout(send, 5);
  };
  io.on('connection', (socket) => {
    const write = (event: string, shown: string, change: (name: string, ...args: never[]) => unknown[]) =>
      socket.on(event, (name: string, ...rest: unknown[]) => {
        const ack = rest.pop() as (answer: unknown) => void;
        const n = ++counts.writes;
        if (faults.refuses?.(n)) {
          counts.refused++;
          return ack({ error: { code: 'too-many', message: 'slow down' } });
        }
        if (!faults.forgets?.(n)) {
          deliver(socket, name, n, shown, ...change(name, ...(rest as never[])));
          const item = roomOf(name).items.get((rest[0] as Item)._id ?? String(rest[0]));
          if (item && faults.garbles?.(n)) item.text = 'garbled';
        }
        setTimeout(() => ack({ result: true }), faults.answersAfter_ms ?? 0);
      });
    socket.on('enter', (name: string, ack) => {
      counts.joins++;
      const { members, items } = roomOf(name);
      members.add(socket);
      ack({ result: { items: [...items.values()] } });
    });
    socket.on('leave', (_enter: string, name: string, ack) => {
      roomOf(name).members.delete(socket);
      ack({ result: true });
    });
    socket.on('disconnect', () => {
      for (const { members } of rooms.values()) members.delete(socket);
    });
    write('add', 'added', (name, item: Item) => {
      roomOf(name).items.set(item._id, { ...item });
      return [item];
    });
    write('edit', 'changed', (name, id: string, fields: Partial<Item>) => {
      const { items } = roomOf(name);
      items.set(id, { ...(items.get(id) as Item), ...fields });
      return [id, fields];
    });
    write('remove', 'removed', (name, id: string) => {
      roomOf(name).items.delete(id);
      return [id];
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => io.close());
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, counts };
}

/** What its script needs. */
export const roomsConfig = {
  transport: 'socketio',
  unsubscribeEvent: 'leave',
  drain: 0.5,
  deliveries: [
    { event: 'added', path: '1._id', kind: 'added' },
    { event: 'changed', path: '1', has: '2.text', kind: 'edited' },
    { event: 'removed', path: '1', kind: 'removed' },
  ],
  view: {
    snapshot: 'items',
    events: [
      { event: 'added', document: 1 },
      { event: 'changed', id: 1, fields: 2 },
      { event: 'removed', id: 1 },
    ],
  },
};
