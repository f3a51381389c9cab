import type { Commands } from '../program-side.ts';

interface Outlet {
  /** Handed to it and not yet taken by the system. */
  waiting_bytes(): number;
  send(message: Buffer): void;
}

/** Since the program began. */
export interface Sent {
  /** Of the program's own clock. */
  at_ms: number;
  batches: number;
  /** Characters of the batches' JSON. */
  chars: number;
  /** Not sent because the connection still had enough to do: the client, or the way to it, is at its limit. */
  skipped: number;
  /** Not sent because this program came too late for them: it is at its own limit. */
  missed: number;
  connections: number;
}

/**
 * A connection with more than this waiting gets no further batch. Some bound there must be, or memory fills with what the
 * client can't take; it is the same for all carriers.
 */
const fullest_bytes = 256 * 1024;
/** How many batches it catches up with at once after a pause; like the ticker of Go, it drops those before. */
const latest = 4;

/**
 * Sends a batch on each connection every so often. The batch is made once, and framed by the carrier: what is measured
 * is carrying it.
 *
 * @param frame what the carrier is given for a batch
 */
export function makeSender(frame: (batch: string) => Buffer) {
  const outlets = new Set<Outlet>();
  const sent = { batches: 0, chars: 0, skipped: 0, missed: 0 };
  let timer: NodeJS.Timeout | undefined;

  const count = (): Sent => ({ ...sent, at_ms: performance.now(), connections: outlets.size });
  const messageOf = (events: number) => {
    const batch = batchOf(events);
    return { message: frame(batch), chars: batch.length };
  };

  const commands: Commands = {
    start({ batch, interval_ms }: { batch: number; interval_ms: number }) {
      const { message, chars } = messageOf(batch);
      const began = performance.now();
      let done = 0;
      timer = setInterval(() => {
        const due = Math.floor((performance.now() - began) / interval_ms);
        const missed = Math.max(0, due - done - latest);
        sent.missed += missed * outlets.size;
        for (done += missed; done < due; done += 1) {
          for (const outlet of outlets) {
            if (outlet.waiting_bytes() > fullest_bytes) {
              sent.skipped += 1;
            } else {
              outlet.send(message);
              sent.batches += 1;
              sent.chars += chars;
            }
          }
        }
      }, interval_ms);
    },
    count,
    stop() {
      clearInterval(timer);
      return count();
    },
    /** So many batches on each connection, one in every turn of the event loop: for counting bytes. */
    async send({ batch, times }: { batch: number; times: number }) {
      const { message, chars } = messageOf(batch);
      for (let time = 0; time < times; time += 1) {
        for (const outlet of outlets) {
          outlet.send(message);
          sent.batches += 1;
          sent.chars += chars;
        }
        await new Promise(setImmediate);
      }
      return count();
    },
  };

  return {
    commands,
    /** @returns what takes it away again */
    add(outlet: Outlet): () => void {
      outlets.add(outlet);
      return () => outlets.delete(outlet);
    },
  };
}

/** The source's own event, twelve fields: 129 bytes as JSON. */
const event = [
  0,
  '2022-03-29T20:35:56.581Z',
  1,
  116.9232297,
  40.676318,
  4745,
  'c00070',
  78,
  '32.07',
  '1970-01-01T00:00:00Z',
  'column 1',
  'another field',
];

/** So many events as one JSON text, 130 bytes for each and one more. All of it is ASCII. */
export function batchOf(events: number): string {
  return JSON.stringify(Array.from({ length: events }, () => event));
}
