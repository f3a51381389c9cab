import { ContractError, limits } from '@meteor-vs-mean/contract';
import type { Handlers, MethodContext } from '../handlers.ts';
import { requireList } from '../lists/methods.ts';

export function todoMethods({ collections, writes }: MethodContext): Handlers<'todos'> {
  async function update(_id: string, fields: { text?: string; done?: boolean }): Promise<null> {
    if (!(await writes.update('todos', _id, fields))) throw todoNotFound(_id);
    return null;
  }

  return {
    async 'todos.insert'({ _id, listId, text }) {
      const [count] = await Promise.all([
        collections.todos.countDocuments({ listId }, { limit: limits.todosPerList }),
        requireList(collections, listId),
      ]);
      if (count >= limits.todosPerList) {
        throw new ContractError('limit-reached', `A list may have ${limits.todosPerList} todos`);
      }
      await writes.insert('todos', { _id, listId, text, done: false, createdAt: new Date() });
      return _id;
    },

    'todos.setText': ({ _id, text }) => update(_id, { text }),

    'todos.setDone': ({ _id, done }) => update(_id, { done }),

    async 'todos.setAllDone'({ listId, done }) {
      await requireList(collections, listId);
      return writes.updateMany('todos', { listId }, { done });
    },

    async 'todos.remove'({ _id }) {
      if (!(await writes.remove('todos', _id))) throw todoNotFound(_id);
      return null;
    },

    async 'todos.removeDone'({ listId }) {
      await requireList(collections, listId);
      return writes.removeMany('todos', { listId, done: true });
    },
  };
}

function todoNotFound(_id: string): ContractError {
  return new ContractError('not-found', `There is no todo '${_id}'`);
}
