/**
 * Every limit that the apps set their users. Both servers enforce them, during benchmarks as well.
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
  /** Shortest and longest password. Meteor's server gets only a digest, so its page enforces this. */
  password: { least: 8, most: 128 },
  /** Most public lists, and most rooms. */
  lists: 1000,
  rooms: 1000,
  /** Most private lists that one account may own, and most people who may see one, its owner included. */
  listsPerAccount: 100,
  membersPerList: 50,
  /** Most private lists of others that one account may see. */
  listsSharedWithAccount: 200,
  /** Most todos in one list. The messages of a room have no such limit: a window of them is published. */
  todosPerList: 5000,
  /** Largest window of `messages.byRoom` and largest page of `messages.before`, in documents. */
  window: 100,
  /** Most people shown in one room. */
  presencePerRoom: 200,
  /** How often a server renews its connections' presences, and how long after the last renewal they expire. */
  presence: { renew_ms: 5000, expiry_ms: 15_000 },
  /** What one connection may do: method calls, and subscriptions, per so many milliseconds. */
  calls: { count: 100, per_ms: 10_000 },
  subscriptions: { count: 100, per_ms: 10_000 },
  /** A call that changes more documents counts as one more call for each so many, because each change is delivered. */
  changesPerCall: 500,
  /** What all connections of one address may do together. CALLS_PER_ADDRESS overrides it, ... */
  callsPerAddress: { count: 1000, per_ms: 10_000 },
  /** ... and SUBSCRIPTIONS_PER_ADDRESS this: a classroom has one address. */
  subscriptionsPerAddress: { count: 1000, per_ms: 10_000 },
  /**
   * Most live connections that one address may have open at a time. CONNECTIONS_PER_ADDRESS overrides it: a classroom
   * has one address.
   */
  connectionsPerAddress: 1000,
  /** A connection with more rejected calls than this within `calls.per_ms` is closed. */
  refusals: 200,
  /**
   * Characters of queued messages on a server, over all connections. Beyond it, the connection with the most is closed.
   */
  waitingCharacters: 4_000_000,
  /** Most subscriptions that one connection may have at a time. */
  openSubscriptions: 100,
  /** Most rooms in which one connection may be present at a time, once in each. */
  presencesPerConnection: 10,
  /**
   * After so many failed log-ins in so many milliseconds the server rejects the next, right or wrong: of one account,
   * ...
   */
  loginsPerAccount: { count: 10, per_ms: 60_000 },
  /** ... and from one address. LOGINS_PER_ADDRESS overrides it: a classroom has one address. */
  loginsPerAddress: { count: 50, per_ms: 60_000 },
  /** Accounts that one address may make. SIGN_UPS_PER_ADDRESS overrides it. */
  signUpsPerAddress: { count: 20, per_ms: 60_000 },
  /** How long a server-rendered page waits for its turn and its data. After that the server sends it without data. */
  rendering_ms: 1000,
  /** A page that would show more documents of one publication is sent without data. */
  renderedDocuments: 250,
  /** How long a session lasts after log-in. */
  session_days: 90,
  /** Most sessions that one account may have. A new one ends the oldest. */
  sessionsPerAccount: 100,
} as const;
