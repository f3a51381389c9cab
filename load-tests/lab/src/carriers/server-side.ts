import type { Todo } from '@meteor-vs-mean/contract';
import { serve } from '../program-side.ts';
import { type Batch, todosOf } from './message.ts';

/** A server that sends each message to all of its subscribers. */
interface FanOut {
  port: number;
  /** How many there are now. */
  subscribers(): number;
  /** Sends it to all of them, encoded by the carrier's own library. */
  deliver(todo: Todo): void;
}

/** What `play` answers. */
export interface Played {
  /** `process.hrtime.bigint()` from which `due_us` counts. */
  t0_ns: string;
  /** How late messages were handed to the carrier: the 99th percentile. */
  lateness_p99_us: number;
}

/** So that the first message isn't late already. */
const lead_ns = 20_000_000n;

/**
 * The program of every carrier's server. It plays an open schedule: a message is sent when it is due, whatever became
 * of those before it. Meteor's Node runs this file too.
 */
export function serveFanOut({ port, subscribers, deliver }: FanOut): void {
  let todos: Todo[] = [];
  serve(
    { port },
    {
      subscribers: () => ({ subscribers: subscribers() }),
      // Apart, so that making up texts isn't measured.
      prepare({ batch }: { batch: Batch }) {
        todos = todosOf(batch);
      },
      async play({ due_us }: { due_us: number[] }) {
        const played = await play(todos, due_us, deliver);
        // What the server keeps is measured afterwards: ours isn't to be in it.
        todos = [];
        return played;
      },
    },
  );
}

async function play(
  todos: readonly Todo[],
  due_us: readonly number[],
  deliver: FanOut['deliver'],
): Promise<Played> {
  const t0_ns = process.hrtime.bigint() + lead_ns;
  const late_us: number[] = [];
  const now_us = () => Number(process.hrtime.bigint() - t0_ns) / 1000;
  for (const [k, due] of due_us.entries()) {
    const todo = todos[k];
    if (!todo) throw new Error(`message ${k} is due and there are ${todos.length}: \`prepare\` more`);
    for (let early_us = due - now_us(); early_us > 0; early_us = due - now_us()) {
      await new Promise((resolve) => setTimeout(resolve, early_us / 1000));
    }
    late_us.push(now_us() - due);
    todo.createdAt = new Date();
    deliver(todo);
  }
  late_us.sort((a, b) => a - b);
  const p99 = late_us[Math.ceil(late_us.length * 0.99) - 1] ?? 0;
  return { t0_ns: String(t0_ns), lateness_p99_us: p99 };
}
