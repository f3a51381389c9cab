import type { Fault, Messages } from './proxy.ts';

/** A document that was added, on any of the transports, with the id that was given to it. */
const delivery = /added.+?_?id\\?":\\?"[^"\\]+-([0-9a-z]+)\\?"/;

/** Everything is handed on as it came. */
export const nothing: Fault = (pass) => ({ onText: (_, frame) => pass(frame), onOther: pass });

/** Something that happens to deliveries alone, counted over all connections. */
function toDeliveries(
  make: (pass: (bytes: Buffer) => void) => (frame: Buffer, write: number, count: number) => void,
): Fault {
  let count = 0;
  return (pass) => {
    const take = make(pass);
    return {
      onText: (text, frame) => {
        const [, write] = delivery.exec(text) ?? [];
        if (write === undefined) pass(frame);
        else take(frame, Number.parseInt(write, 36), ++count);
      },
      onOther: pass,
    };
  };
}

/** Counts what a fault did. */
export interface Done {
  times: number;
}

/** Drops the delivery in the middle of each so many. */
export function drop(oneIn: number, done: Done): Fault {
  return toDeliveries((pass) => (frame, _write, count) => {
    if (count % oneIn === Math.floor(oneIn / 2)) done.times++;
    else pass(frame);
  });
}

/** Sends one delivery twice. */
export function double(at: number, done: Done): Fault {
  return toDeliveries((pass) => (frame, _write, count) => {
    pass(frame);
    if (count !== at) return;
    pass(frame);
    done.times++;
  });
}

/** Swaps two that one writer wrote one after the other, for one subscriber. Every `writers`th write is one writer's. */
export function swap(at: number, writers: number, done: Done): Fault {
  return toDeliveries((pass) => {
    let held: { frame: Buffer; writer: number } | undefined;
    return (frame, write, count) => {
      if (count === at) {
        held = { frame, writer: write % writers };
        return;
      }
      pass(frame);
      if (held?.writer !== write % writers) return;
      pass(held.frame);
      held = undefined;
      done.times++;
    };
  });
}

/** Hands everything on so much later, never earlier. */
export function delay(by_ms: number): Fault {
  return (pass): Messages => {
    const queue: { bytes: Buffer; due_ns: bigint }[] = [];
    const later = (bytes: Buffer) => {
      queue.push({ bytes, due_ns: process.hrtime.bigint() + BigInt(by_ms * 1e6) });
      if (queue.length === 1) wait();
    };
    // Timers of Node count in whole milliseconds: the last one passes in turns of the event loop.
    const wait = () => {
      const [next] = queue;
      if (!next) return;
      const left_ms = Number(next.due_ns - process.hrtime.bigint()) / 1e6;
      if (left_ms > 1.5) setTimeout(wait, left_ms - 1.5);
      else if (left_ms > 0) setImmediate(wait);
      else {
        queue.shift();
        pass(next.bytes);
        wait();
      }
    };
    return { onText: (_, frame) => later(frame), onOther: later };
  };
}
