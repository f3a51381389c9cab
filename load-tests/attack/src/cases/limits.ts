import { limits, sampleTodo } from '@meteor-vs-mean/contract';
import type { Client } from '@meteor-vs-mean/pubsub-client';
import { type Case, codesOf, countOf } from './case.ts';

const rounds = 3;
const inserts = 100;

/** Many want the last place at once. */
export const lastPlace: Case = {
  key: 'last-place',
  title: `One place is left in a list, and ${inserts} want it at once, ${rounds} times`,
  bound: 'the list is full, and no more',
  stacks: ['mean', 'meteor'],
  async run({ db, client }) {
    const clients = await clientsOf(client, 5);
    const counts: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const listId = `full-${round}`;
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
    }
    await Promise.all(clients.map((one) => one.close()));
    return {
      held: counts.every((count) => count === limits.todosPerList),
      seen: `${counts.map((count) => count.toLocaleString('en')).join(', ')} todos`,
    };
  },
};

/** A list is removed while others write into it. */
export const orphans: Case = {
  key: 'orphans',
  title: '5 lists are removed while 40 write into them',
  bound: 'no todo is left without a list',
  stacks: ['mean', 'meteor'],
  async run({ db, client }) {
    const clients = await clientsOf(client, 40);
    const [remover] = clients;
    let taken = 0;
    for (let round = 0; round < 5; round++) {
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
    return { held: left === 0, seen: `${taken} were taken before their list went, ${left} are left` };
  },
};

function clientsOf(client: (address: number) => Promise<Client>, count: number): Promise<Client[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => client(n)));
}
