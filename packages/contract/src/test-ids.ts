/**
 * `data-testid`s of both apps, for elements that tests can't find by a class or role. The todo page also has the
 * TodoMVC specification's classes.
 */
export const testIds = {
  /** Its text is `online` or `offline`. */
  connection: 'connection',
  /** The rejected write, and why. */
  notice: 'notice',
  /** In a notice: the rejected text, one item a line, to copy. */
  kept: 'kept',
  /** Below a field: by how much its text is too long. */
  overLimit: 'over-limit',
  /** Says that the session ended in another tab or on another device, with a link to log in again. */
  sessionEnded: 'session-ended',
  /** In the bar: a guest's links to log in and sign up, or the menu with the account's name. */
  account: 'account',
  logOut: 'log-out',
  /** The form of an account page; its fields also have these names. */
  accountForm: 'account-form',
  username: 'username',
  password: 'password',
  newPassword: 'new-password',
  /** The error of a field, next to it, or of the whole form. */
  fieldError: 'field-error',
  formError: 'form-error',
  logOutEverywhere: 'log-out-everywhere',
  removeAccount: 'remove-account',
  /** The account's private lists. */
  myLists: 'my-lists',
  newPrivateList: 'new-private-list',
  /** Next to the name of a private list. */
  lock: 'lock',
  /** The members of the open private list, one a row. */
  members: 'members',
  member: 'member',
  shareWith: 'share-with',
  unshare: 'unshare',
  /** For those with access: a list's new name, and the buttons that remove a list or a room and confirm it. */
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
  /** Next to the author's name if the author was logged in. */
  accountMark: 'account-mark',
  newMessage: 'new-message',
  /** Between read and unread messages. */
  unread: 'unread',
  /** The number of new messages below, for a reader who has scrolled up. */
  newBelow: 'new-below',
  nickname: 'nickname',
  /** The people in the room. */
  present: 'present',
  /** On the todo page, those that Playwright's own TodoMVC suite uses, besides the classes. */
  todoItem: 'todo-item',
  todoTitle: 'todo-title',
  todoCount: 'todo-count',
} as const;
