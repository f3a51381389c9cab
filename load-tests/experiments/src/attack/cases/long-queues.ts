import { setTimeout as pause } from 'node:timers/promises';
import { addressOf } from '../address.ts';
import { callText, openConnection } from '../carrier.ts';
import { witnessed } from '../prepare.ts';
import { startWitness } from '../watch.ts';
import { answeredMeanwhile, type Case, watchEnd } from './case.ts';

const connections = 10;
/** Fewer than one connection is allowed. */
const calls = 60;
/** Characters of a call: the apps take 100,000. What they make of it is many times as large. */
const length = 95_000;
const large = `[${Array(Math.floor(length / 3)).fill('[]')}]`;
/** What hasn't been read by then isn't waited for. */
const patience_ms = 30_000;

/** One address fills the queues of calls that wait for their turn. */
export const longQueues: Case = {
  key: 'long-queues',
  title: `${connections} connections of one address, each held up by a call, that send ${calls} calls of ${length / 1000} kB more`,
  bound: 'alive with a heap of 512 MB, who has most waiting is cut, others are answered',
  stacks: ['mean', 'meteor'],
  start: { env: { NODE_OPTIONS: '--max-old-space-size=512' } },
  async run({ stack, app, db, testbed }) {
    const hasEnded = watchEnd(app);
    const stop = await startWitness(stack, app, witnessed, testbed);
    // An insert waits for another of its id that is still to be decided, as calls do when MongoDB is slow.
    await using session = db.client.startSession();
    session.startTransaction();
    const held = Array.from({ length: connections }, (_, n) => ({ _id: `held-${n}`, name: 'held' }));
    await db.collection<{ _id: string }>('lists').insertMany(held, { session });
    const queues = await Promise.all(held.map(() => openQueue(stack === 'mean', app.url)));
    const read = queues.map(({ fill }, n) => fill(JSON.stringify(held[n])));
    await Promise.race([Promise.all(read), pause(patience_ms, undefined, { ref: false })]);
    const left = queues.filter(({ connection }) => connection.isOpen).length;
    const others = answeredMeanwhile(await stop());
    for (const { connection } of queues) connection.cut();
    return {
      held: !hasEnded() && others.held && left < connections,
      seen: hasEnded() ? 'the process ended' : `${connections - left} were cut; ${others.seen}`,
    };
  },
};

/** @returns the connection, and what fills its queue: its promise resolves when the app has read all of that, or has cut it */
async function openQueue(isMean: boolean, url: string) {
  const carrier = isMean ? 'socketio' : 'ddp';
  const read = Promise.withResolvers<void>();
  const connection = await openConnection(carrier, {
    url,
    localAddress: addressOf(12),
    onAnswer: () => {},
    // Of what neither app has wait.
    onText: (text) => {
      if (isMean ? text.startsWith('43999[') : text.includes('"pong"')) read.resolve();
    },
  });
  const call = (id: number, name: string, input: string) =>
    connection.send(callText(carrier, String(id), name, input));
  const fill = (list: string) => {
    call(0, 'lists.insert', list);
    for (let id = 1; id <= calls; id++) call(id, 'todos.setDone', `{"_id":"attack-todo-0","done":${large}}`);
    connection.send(isMean ? '42999["build"]' : '{"msg":"ping"}');
    return Promise.race([read.promise, connection.closed]);
  };
  return { connection, fill };
}
