import { limits } from '@meteor-vs-mean/contract';
import { addressOf } from '../address.ts';
import { emptyTally } from '../attacker.ts';
import { type Connection, callText, openConnection } from '../carrier.ts';
import { witnessed } from '../prepare.ts';
import { startWitness } from '../watch.ts';
import { answeredMeanwhile, type Case, codesOf, countOf } from './case.ts';

const anyTodo = { _id: 'attack-todo-0', done: true };

/** One address connects anew again and again, for a new quota each time. */
export const connectingAnew: Case = {
  key: 'connecting-anew',
  title: '20 connections of one address, 100 calls each',
  bound: `${limits.callsPerAddress.count} calls by address at most`,
  stacks: ['mean', 'meteor'],
  async run({ client }) {
    let done = 0;
    let refused = 0;
    for (let n = 0; n < 20; n++) {
      const one = await client(7);
      const codes = await codesOf(Array.from({ length: 100 }, () => one.call('todos.setDone', anyTodo)));
      await one.close();
      done += countOf(codes, 'ok');
      refused += countOf(codes, 'too-many-requests');
    }
    // A window may have ended on the way.
    const held = refused > 0 && done <= 2 * limits.callsPerAddress.count;
    return { held, seen: `${done} calls done, ${refused} refused` };
  },
};

const calls = 200_000;
const perTick = 2000;

/** One connection asks, and doesn't care for answers. */
export const flood: Case = {
  key: 'flood',
  title: `${calls.toLocaleString('en')} calls on one connection`,
  bound: 'cut; others are answered',
  boundInTime: 'cut; others are answered, their calls within 500 ms (99 %)',
  stacks: ['mean', 'meteor'],
  async run({ stack, app, testbed }) {
    const stop = await startWitness(stack, app, witnessed, testbed);
    const carrier = stack === 'mean' ? 'socketio' : 'ddp';
    const tally = emptyTally();
    const connection: Connection = await openConnection(carrier, {
      url: app.url,
      localAddress: addressOf(11),
      onAnswer: ({ code }) => tally.answers.set(code, (tally.answers.get(code) ?? 0) + 1),
      onText: () => {},
    });
    while (connection.isOpen && tally.sent < calls) {
      for (let n = 0; n < perTick; n++) {
        const id = String(tally.sent++);
        connection.send(callText(carrier, id, 'todos.setDone', JSON.stringify(anyTodo)));
      }
      await new Promise(setImmediate);
    }
    const wasCut = await Promise.race([
      connection.closed.then(() => true),
      new Promise<boolean>((resolve) => setTimeout(resolve, 10_000, false)),
    ]);
    connection.cut();
    const others = answeredMeanwhile(await stop());
    return {
      held: wasCut && others.held,
      inTime: others.inTime,
      seen: `${wasCut ? 'cut' : 'not cut'} after ${tally.sent.toLocaleString('en')} calls; ${others.seen}`,
    };
  },
};
