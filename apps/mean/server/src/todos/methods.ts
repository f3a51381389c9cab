import { bounds, limits, nameOfCall } from '@meteor-vs-mean/contract';
import type { Account } from '../accounts/sessions.ts';
import { isThere } from '../database.ts';
import { isWithinGrace } from '../grace.ts';
import type { Handlers, MethodContext } from '../handlers.ts';
import { countTodosIn, listNotFound, requireList, requireTodo, todoNotFound } from '../lists/access.ts';
import type { Caller } from '../presence/presences.ts';

export function todoMethods({ collections, writes, bounded, calls }: MethodContext): Handlers<'todos'> {
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
      const looked_ms = performance.now();
      const bound = { key: bounds.todosOf(listId), most: limits.todosPerList, what: 'todos in one list' };
      await bounded.insert(bound, {
        count: (limit) => countTodosIn(collections, listId, data.account, limit),
        insert: () => writes.insert('todos', { _id, listId, text, done: false, createdAt: new Date() }),
        takeBack: async () => void (await writes.remove('todos', _id)),
        isThere: () => isThere(collections.todos, _id),
      });
      if (isWithinGrace(looked_ms) || (await isThere(collections.lists, listId))) return _id;
      // The list was removed meanwhile, and its todos before this one was there.
      await writes.remove('todos', _id);
      throw listNotFound(listId);
    },

    'todos.setText': (input, caller) => update('todos.setText', input, caller),

    'todos.setDone': (input, caller) => update('todos.setDone', input, caller),

    async 'todos.setAllDone'({ listId, done, callId }, { data }) {
      await requireList(collections, 'todos.setAllDone', listId, data.account);
      return calls.once(nameOf('todos.setAllDone', callId, data.account), () =>
        writes.updateMany('todos', { listId }, { done }),
      );
    },

    async 'todos.remove'({ _id }, { data }) {
      await requireTodo(collections, 'todos.remove', _id, data.account);
      if (!(await writes.remove('todos', _id))) throw todoNotFound(_id);
      return null;
    },

    async 'todos.removeDone'({ listId, callId }, { data }) {
      await requireList(collections, 'todos.removeDone', listId, data.account);
      return calls.once(nameOf('todos.removeDone', callId, data.account), () =>
        writes.removeMany('todos', { listId, done: true }),
      );
    },
  };
}

function nameOf(
  method: string,
  callId: string | undefined,
  account: Account | undefined,
): string | undefined {
  return callId === undefined ? undefined : nameOfCall(method, callId, account?.userId);
}
