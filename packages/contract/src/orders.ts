/** Ascending or descending, by field, in order of weight. */
export type Sort = Record<string, 1 | -1>;

/** The published collections. */
export type Ordered = 'lists' | 'todos' | 'rooms' | 'messages' | 'presence';

const oldestFirst: Sort = { createdAt: 1, _id: 1 };
const newestFirst: Sort = { createdAt: -1, _id: -1 };

/** The order in which each collection is published. Apart from `publications`: a browser needs no validation for it. */
export const orders: Record<Ordered, Sort> = {
  lists: oldestFirst,
  todos: oldestFirst,
  rooms: oldestFirst,
  messages: newestFirst,
  presence: { nickname: 1, _id: 1 },
};
