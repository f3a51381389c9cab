import { z } from 'zod';
import { type Index, method, publication } from './define.ts';
import { count, done, id, todoText } from './fields.ts';
import { limits } from './limits.ts';
import { orders } from './orders.ts';

/** The server sets `createdAt`. */
export const todo = z.strictObject({
  _id: id,
  listId: id,
  text: todoText,
  done: z.boolean(),
  createdAt: z.date(),
});

export const todoIndexes: Index[] = [{ keys: { listId: 1, createdAt: 1, _id: 1 } }];

const memberOfList = { for: 'member', list: 'listId' } as const;
const memberOfTodo = { for: 'member', todo: '_id' } as const;

export const todoMethods = {
  'todos.insert': method({
    input: z.strictObject({ _id: id, listId: id, text: todoText }),
    result: id,
    errors: ['not-found', 'duplicate-id', 'limit-reached'],
    may: memberOfList,
    atMost: ({ listId }) => ({
      in: 'todos',
      filter: { listId },
      most: limits.todosPerList,
      what: 'todos in a list',
    }),
  }),
  'todos.setText': method({
    input: z.strictObject({ _id: id, text: todoText }),
    result: done,
    errors: ['not-found'],
    may: memberOfTodo,
  }),
  'todos.setDone': method({
    input: z.strictObject({ _id: id, done: z.boolean() }),
    result: done,
    errors: ['not-found'],
    may: memberOfTodo,
  }),
  'todos.setAllDone': method({
    input: z.strictObject({ listId: id, done: z.boolean() }),
    result: count,
    errors: ['not-found'],
    may: memberOfList,
  }),
  'todos.remove': method({
    input: z.strictObject({ _id: id }),
    result: done,
    errors: ['not-found'],
    may: memberOfTodo,
  }),
  'todos.removeDone': method({
    input: z.strictObject({ listId: id }),
    result: count,
    errors: ['not-found'],
    may: memberOfList,
  }),
} as const;

export const todoPublications = {
  'todos.byList': publication({
    params: z.strictObject({ listId: id }),
    may: memberOfList,
    query: ({ listId }) => ({ collection: 'todos', filter: { listId }, sort: orders.todos }),
  }),
} as const;
