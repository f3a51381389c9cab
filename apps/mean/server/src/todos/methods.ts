import { ContractError, limits } from '@meteor-vs-mean/contract';
import type { Handlers, MethodContext } from '../handlers.ts';
import { requireList, requireTodo, todoNotFound } from '../lists/access.ts';
import type { Caller } from '../presence/presences.ts';

export function todoMethods({ collections, writes }: MethodContext): Handlers<'todos'> {
  async function update(
    method: 'todos.setText' | 'todos.setDone',
    { _id, ...fields }: { _id: string; text?: string; done?: boolean },
    { data }: Caller,
  ): Promise<null> {
    await requireTodo(collections, method, _id, data.account);
    if (!(await writes.update('todos', _id, fields))) throw todoNotFound(_id);
    return null;
  }

  return {
    async 'todos.insert'({ _id, listId, text }, { data }) {
      const [count] = await Promise.all([
        collections.todos.countDocuments({ listId }, { limit: limits.todosPerList }),
        requireList(collections, 'todos.insert', listId, data.account),
      ]);
      if (count >= limits.todosPerList) {
        throw new ContractError('limit-reached', `A list may have ${limits.todosPerList} todos`);
      }
      await writes.insert('todos', { _id, listId, text, done: false, createdAt: new Date() });
      return _id;
    },

    'todos.setText': (input, caller) => update('todos.setText', input, caller),

    'todos.setDone': (input, caller) => update('todos.setDone', input, caller),

    async 'todos.setAllDone'({ listId, done }, { data }) {
      await requireList(collections, 'todos.setAllDone', listId, data.account);
      return writes.updateMany('todos', { listId }, { done });
    },

    async 'todos.remove'({ _id }, { data }) {
      await requireTodo(collections, 'todos.remove', _id, data.account);
      if (!(await writes.remove('todos', _id))) throw todoNotFound(_id);
      return null;
    },

    async 'todos.removeDone'({ listId }, { data }) {
      await requireList(collections, 'todos.removeDone', listId, data.account);
      return writes.removeMany('todos', { listId, done: true });
    },
  };
}
