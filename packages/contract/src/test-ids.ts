/**
 * `data-testid`s of both apps, for what has no class or role of its own by which a test could find it. The todo page
 * has the TodoMVC specification's classes, too.
 */
export const testIds = {
  /** `online` or `offline`, as its text. */
  connection: 'connection',
  /** What was refused, and why. */
  notice: 'notice',
  lists: 'lists',
  newList: 'new-list',
  rooms: 'rooms',
  newRoom: 'new-room',
  /** The scrolling part of a room: oldest at the top. */
  messages: 'messages',
  message: 'message',
  newMessage: 'new-message',
  /** Between what was read and what wasn't. */
  unread: 'unread',
  nickname: 'nickname',
  /** Who is here. */
  present: 'present',
  /** On the todo page those that Playwright's own TodoMVC suite looks for, beside the classes. */
  todoItem: 'todo-item',
  todoTitle: 'todo-title',
  todoCount: 'todo-count',
} as const;
