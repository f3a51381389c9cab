export const filters = ['all', 'active', 'completed'] as const;
export type Filter = (typeof filters)[number];

/** `#/active` and `#/completed`; any other hash shows all. */
export function filterOf(hash: string): Filter {
  return filters.find((filter) => hash === hrefOf(filter)) ?? 'all';
}

export function hrefOf(filter: Filter): string {
  return filter === 'all' ? '#/' : `#/${filter}`;
}

/**
 * @param editing id of the todo being edited, which stays visible
 * @returns the todos that the filter shows, in the same order
 */
export function filtered<Todo extends { _id: string; done: boolean }>(
  todos: Todo[],
  filter: Filter,
  editing: string | undefined,
): Todo[] {
  if (filter === 'all') return todos;
  return todos.filter(({ _id, done }) => done === (filter === 'completed') || _id === editing);
}
