export const filters = ['all', 'active', 'completed'] as const;
export type Filter = (typeof filters)[number];

/** `#/active` and `#/completed`; any other hash shows all. */
export function filterOf(hash: string): Filter {
  return filters.find((filter) => hash === hrefOf(filter)) ?? 'all';
}

export function hrefOf(filter: Filter): string {
  return filter === 'all' ? '#/' : `#/${filter}`;
}

/** @returns those that the filter shows, in the same order */
export function filtered<Todo extends { done: boolean }>(todos: Todo[], filter: Filter): Todo[] {
  return filter === 'all' ? todos : todos.filter(({ done }) => done === (filter === 'completed'));
}
