/**
 * `data-testid`s of both apps, for what has no class or role of its own by which a test could find it. The todo page
 * has the TodoMVC specification's classes, too.
 */
export const testIds = {
  /** `online` or `offline`, as its text. */
  connection: 'connection',
  /** What was refused, and why. */
  notice: 'notice',
  /** In a notice: the text of what was refused, a line each, to copy. */
  kept: 'kept',
  /** Below a field: by how much its text is too long to be sent. */
  overLimit: 'over-limit',
  /** Says that the session ended elsewhere, with a link to log in again. */
  sessionEnded: 'session-ended',
  /** In the bar: a guest's links to log in and to sign up, or the menu that has the account's name. */
  account: 'account',
  logOut: 'log-out',
  /** The form of a page about accounts; its fields have these names, too. */
  accountForm: 'account-form',
  username: 'username',
  password: 'password',
  newPassword: 'new-password',
  /** What is wrong with a field, beside it; or with the form as a whole. */
  fieldError: 'field-error',
  formError: 'form-error',
  logOutEverywhere: 'log-out-everywhere',
  removeAccount: 'remove-account',
  /** The account's private lists. */
  myLists: 'my-lists',
  newPrivateList: 'new-private-list',
  /** Beside the name of a private list. */
  lock: 'lock',
  /** Who may see the private list that is open, each in a row of its own. */
  members: 'members',
  member: 'member',
  shareWith: 'share-with',
  unshare: 'unshare',
  /** For who may: a list's new name, and what removes a list or a room, with the answer to its question. */
  rename: 'rename',
  listName: 'list-name',
  remove: 'remove',
  confirmRemoval: 'confirm-removal',
  lists: 'lists',
  newList: 'new-list',
  rooms: 'rooms',
  newRoom: 'new-room',
  /** The scrolling part of a room: oldest at the top. */
  messages: 'messages',
  message: 'message',
  /** Beside the name of a message that somebody wrote who was logged in. */
  accountMark: 'account-mark',
  newMessage: 'new-message',
  /** Between what was read and what wasn't. */
  unread: 'unread',
  /** Where one reads above: how many new messages are below. */
  newBelow: 'new-below',
  nickname: 'nickname',
  /** Who is here. */
  present: 'present',
  /** On the todo page those that Playwright's own TodoMVC suite looks for, beside the classes. */
  todoItem: 'todo-item',
  todoTitle: 'todo-title',
  todoCount: 'todo-count',
} as const;
