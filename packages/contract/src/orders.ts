/** Ascending or descending, by field; earlier fields first. */
export type Sort = Record<string, 1 | -1>;

/** The published collections. */
export type Ordered = 'lists' | 'todos' | 'rooms' | 'messages' | 'presence';

const oldestFirst: Sort = { createdAt: 1, _id: 1 };
const newestFirst: Sort = { createdAt: -1, _id: -1 };

/** The order in which each collection is published. Separate, so that browsers can import it without zod. */
export const orders: Record<Ordered, Sort> = {
  lists: oldestFirst,
  todos: oldestFirst,
  rooms: oldestFirst,
  messages: newestFirst,
  presence: { nickname: 1, _id: 1 },
};
