import type { Todo } from './documents.ts';

/**
 * A todo as both apps create it from a client's input, for the benchmark and the workshop, which insert into the
 * database.
 * @param given fields that override those of a todo added now
 */
export function sampleTodo<Given extends Pick<Todo, '_id' | 'listId' | 'text'> & Partial<Todo>>(
  given: Given,
): Todo & Given {
  return { done: false, createdAt: new Date(), ...given };
}
