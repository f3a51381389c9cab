import type { Fault } from './way.ts';

/** A document that was added, on any of the transports, with the id that was given to it. */
const delivery = /added.+?_?id\\?":\\?"[^"\\]+-([0-9a-z]+)\\?"/;

/** Everything is handed on as it came. */
export const nothing: Fault = (next) => next;

/** All of them, the first one first. */
export function together(...faults: Fault[]): Fault {
  return (next) => faults.reduceRight((after, fault) => fault(after), next);
}

/** A delivery on its way: `pass` hands it on, once more if it is called once more. */
interface Delivery {
  /** The number of its write. */
  write: number;
  /** Which one it is, of all connections' deliveries together; from 1. */
  count: number;
  pass(): void;
}

/** Something that happens to deliveries alone. */
function toDeliveries(make: () => (delivery: Delivery) => void): Fault {
  let count = 0;
  return (next) => {
    const take = make();
    return {
      onText: (text, frame) => {
        const [, write] = delivery.exec(text) ?? [];
        const pass = () => next.onText(text, frame);
        if (write === undefined) pass();
        else take({ write: Number.parseInt(write, 36), count: ++count, pass });
      },
      onOther: next.onOther,
    };
  };
}

/** Counts what a fault did. */
export interface Done {
  times: number;
}

/** Drops the delivery in the middle of each so many. */
export function drop(oneIn: number, done: Done): Fault {
  return toDeliveries(() => ({ count, pass }) => {
    if (count % oneIn === Math.floor(oneIn / 2)) done.times++;
    else pass();
  });
}

/** Sends one delivery twice. */
export function double(at: number, done: Done): Fault {
  return toDeliveries(() => ({ count, pass }) => {
    pass();
    if (count !== at) return;
    pass();
    done.times++;
  });
}

/** Swaps two that one writer wrote one after the other, for one subscriber. Every `writers`th write is one writer's. */
export function swap(at: number, writers: number, done: Done): Fault {
  return toDeliveries(() => {
    let held: Delivery | undefined;
    return (delivery) => {
      if (delivery.count === at) {
        held = delivery;
        return;
      }
      delivery.pass();
      if (held === undefined || (held.write - delivery.write) % writers !== 0) return;
      held.pass();
      held = undefined;
      done.times++;
    };
  });
}
