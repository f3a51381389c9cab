import type { Todo } from './documents.ts';

/**
 * A todo as both apps make it of what a client sends: for the bench and the workshop, which put some into the database.
 * @param given what is to differ from a todo that was added now
 */
export function sampleTodo<Given extends Pick<Todo, '_id' | 'listId' | 'text'> & Partial<Todo>>(
  given: Given,
): Todo & Given {
  return { done: false, createdAt: new Date(), ...given };
}
