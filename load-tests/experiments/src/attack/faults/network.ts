import { setTimeout as pause } from 'node:timers/promises';
import { sampleTodo } from '@meteor-vs-mean/contract';
import { witnessed } from '../prepare.ts';
import type { Fault, Victim } from './fault.ts';

const short_ms = { toy: 1000, quick: 2000, full: 5000 };
const long_ms = { toy: 3000, quick: 10_000, full: 60_000 };

/** Written while half of the clients read nothing: more than the buffers on the way hold. */
const todos = 100;
const changes = 100;
const text = 'x'.repeat(480);

/** What happens between clients and the app. */
export const networkFaults: readonly Fault[] = [
  {
    key: 'silence',
    title: 'The network carries nothing for a short time, and tells nobody',
    durations_ms: short_ms,
    happen: silent,
  },
  {
    key: 'long-silence',
    takesLong: true,
    title: 'The network carries nothing for long, and tells nobody',
    durations_ms: long_ms,
    happen: silent,
  },
  {
    key: 'reset',
    title: 'The network resets every connection for a short time',
    durations_ms: short_ms,
    happen: reset,
  },
  {
    key: 'long-reset',
    takesLong: true,
    title: 'The network resets every connection for long',
    durations_ms: long_ms,
    happen: reset,
  },
  {
    key: 'slow-readers',
    title: `Half of the clients read nothing while ${todos} todos change ${changes} times`,
    async happen({ half, db }, duration_ms) {
      const { listId } = witnessed;
      const its = db.collection<{ _id: string }>('todos');
      await its.insertMany(
        Array.from({ length: todos }, (_, n) => sampleTodo({ _id: `changed-${n}`, listId, text: 'new' })),
      );
      half.hold('down');
      for (let change = 1; change <= changes; change++) {
        await its.updateMany({ _id: /^changed-/ }, { $set: { text: `${change} ${text}` } });
      }
      await pause(duration_ms);
      half.mend();
    },
  },
];

async function silent({ relay }: Victim, duration_ms: number): Promise<void> {
  relay.hold();
  await pause(duration_ms);
  relay.mend();
}

async function reset({ relay }: Victim, duration_ms: number): Promise<void> {
  relay.cut('reset');
  await pause(duration_ms);
  relay.mend();
}
