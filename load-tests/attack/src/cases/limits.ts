import { limits, sampleTodo } from '@meteor-vs-mean/contract';
import type { Client } from '@meteor-vs-mean/pubsub-client';
import { type Case, codesOf, countOf } from './case.ts';

/** Of the size that is quoted, and of the others. */
const many = { rounds: 20, inserts: 500 };
const few = { rounds: 3, inserts: 100 };

/** Many want the last place at once. */
export const lastPlace: Case = {
  key: 'last-place',
  title: 'One place is left in a list, and many todos want it at once, again and again',
  bound: 'the list is full, and no more',
  stacks: ['mean', 'meteor'],
  async run({ db, client, stage }) {
    const { rounds, inserts } = stage.size === 'full' ? many : few;
    const counts: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const listId = `full-${round}`;
      // Others each time: none of them has done anything yet that would be counted.
      const clients = await clientsOf(client, 10, 10 * round);
      await clients[0]?.call('lists.insert', { _id: listId, name: listId });
      await db
        .collection<{ _id: string }>('todos')
        .insertMany(
          Array.from({ length: limits.todosPerList - 1 }, (_, n) =>
            sampleTodo({ _id: `${listId}-${n}`, listId, text: 'x' }),
          ),
        );
      await codesOf(
        Array.from({ length: inserts }, (_, n) => {
          const one = clients[n % clients.length] as Client;
          return one.call('todos.insert', { _id: `${listId}-more-${n}`, listId, text: 'x' });
        }),
      );
      counts.push(await db.collection('todos').countDocuments({ listId }));
      await Promise.all(clients.map((one) => one.close()));
    }
    return {
      held: counts.every((count) => count === limits.todosPerList),
      seen: `${inserts} at once, ${rounds} times: ${counts.map((count) => count.toLocaleString('en')).join(', ')} todos`,
    };
  },
};

/** A list is removed while others write into it. */
export const orphans: Case = {
  key: 'orphans',
  title: 'Lists are removed while 40 clients write into them',
  bound: 'no todo is left without a list',
  stacks: ['mean', 'meteor'],
  async run({ db, client, stage }) {
    const clients = await clientsOf(client, 40);
    const [remover] = clients;
    const removed = stage.size === 'full' ? 20 : 5;
    let taken = 0;
    for (let round = 0; round < removed; round++) {
      const listId = `removed-${round}`;
      await remover?.call('lists.insert', { _id: listId, name: listId });
      const writing = clients.map((one, n) =>
        one.call('todos.insert', { _id: `${listId}-${n}`, listId, text: 'x' }),
      );
      const removing = (remover as Client).call('lists.remove', { _id: listId });
      taken += countOf(await codesOf(writing), 'ok');
      await codesOf([removing]);
    }
    await Promise.all(clients.map((one) => one.close()));
    const left = await db.collection('todos').countDocuments({ listId: /^removed-/ });
    return {
      held: left === 0,
      seen: `${removed} lists: ${taken} todos were taken before their list went, ${left} are left`,
    };
  },
};

function clientsOf(
  client: (address: number) => Promise<Client>,
  count: number,
  firstAddress = 0,
): Promise<Client[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => client(firstAddress + n)));
}
