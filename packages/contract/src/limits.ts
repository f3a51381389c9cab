/**
 * Every number that the apps hold their users to. Both servers enforce them, also while they are measured.
 * Text lengths are in UTF-16 code units, as JavaScript's `length` and HTML's `maxlength` count them.
 */
export const limits = {
  /** Longest id that a client may make. */
  idLength: 64,
  /** Longest name of a list or a room. */
  nameLength: 100,
  /** Longest nickname in the chat. */
  nicknameLength: 40,
  /** Longest text of a todo. */
  todoTextLength: 500,
  /** Longest text of a message. */
  messageTextLength: 2000,
  /** Shortest and longest name of an account. */
  username: { least: 2, most: 30 },
  /** Shortest and longest password. Meteor's server gets a digest of it, so there its page holds to this. */
  password: { least: 8, most: 128 },
  /** Most public lists, and most rooms, that there may be. */
  lists: 1000,
  rooms: 1000,
  /** Most private lists that one account may own, and most people, the owner among them, who may see one. */
  listsPerAccount: 100,
  membersPerList: 50,
  /** Most private lists of others that one account may see: it leaves one to be let in to another. */
  listsSharedWithAccount: 200,
  /** Most todos in one list. Messages of a room have no such limit: they are published by window. */
  todosPerList: 5000,
  /** Largest window of `messages.byRoom` and largest page of `messages.before`, in documents. */
  window: 100,
  /** Most people that are shown as being in one room. */
  presencePerRoom: 200,
  /** How often a server renews the presence of its connections, and how long after the last time they are gone. */
  presence: { renew_ms: 5000, expiry_ms: 15_000 },
  /** What one connection may do: so many method calls, and so many subscriptions, in so many milliseconds. */
  calls: { count: 100, per_ms: 10_000 },
  subscriptions: { count: 100, per_ms: 10_000 },
  /** A call that changes more documents than this counts as one more call for each so many: all are delivered. */
  changesPerCall: 500,
  /** What all connections of one address may do together. A server's CALLS_PER_ADDRESS sets another count, ... */
  callsPerAddress: { count: 1000, per_ms: 10_000 },
  /** ... and its SUBSCRIPTIONS_PER_ADDRESS: a classroom has one address. */
  subscriptionsPerAddress: { count: 1000, per_ms: 10_000 },
  /**
   * Most live connections that one address may have open at one time. A server's CONNECTIONS_PER_ADDRESS sets another
   * count: a classroom has one address.
   */
  connectionsPerAddress: 1000,
  /** A connection that is refused more often than this within `calls.per_ms` is closed: it does nothing but ask. */
  refusals: 200,
  /** Characters of messages that wait for their turn on a server, of all connections together: who has most is closed. */
  waitingCharacters: 4_000_000,
  /** Most subscriptions that one connection may have at one time. */
  openSubscriptions: 100,
  /** Most rooms in which one connection may be present at one time; in each of them once. */
  presencesPerConnection: 10,
  /** After so many failed log-ins in so many milliseconds the next is refused, right or wrong: of one account, ... */
  loginsPerAccount: { count: 10, per_ms: 60_000 },
  /** ... and from one address. A server's LOGINS_PER_ADDRESS sets another count: a classroom has one address. */
  loginsPerAddress: { count: 50, per_ms: 60_000 },
  /** Accounts that one address may make. A server's SIGN_UPS_PER_ADDRESS sets another count. */
  signUpsPerAddress: { count: 20, per_ms: 60_000 },
  /** How long a page that the server renders waits for its turn and its data. After that it is sent without them. */
  rendering_ms: 1000,
  /** A page that would show more documents of one publication isn't rendered: it is sent without its data. */
  renderedDocuments: 250,
  /** How long a session lasts, from its log-in. */
  session_days: 90,
  /** Most sessions that one account may have; the oldest ends when one more begins. */
  sessionsPerAccount: 100,
} as const;
