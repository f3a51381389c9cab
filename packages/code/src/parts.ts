/** The two apps that are compared; each is in apps/<name>. */
export type AppName = 'meteor' | 'mean';

/** What an app's files are for. Both apps have the same parts, so that they can be set side by side. */
export interface Part {
  title: string;
  /** What is in it, in a line. */
  what: string;
  /**
   * `both`: either app needs it, and it is in the sum. `one`: what only one of them has, beyond what was asked of both.
   * `beside`: no code of the app itself. `none`: no code, or written by tools: not counted.
   */
  kind: 'both' | 'one' | 'beside' | 'none';
  /** Files, and folders with a slash at the end, in apps/<stack>. */
  files: Record<AppName, readonly string[]>;
}

/** Every file of both apps is in one of them: a test holds that. */
export const parts = {
  documents: {
    title: 'Documents',
    what: 'collections, indexes, errors as clients get them; validation itself is in the contract',
    kind: 'both',
    files: {
      meteor: [
        'imports/api/lists/collection.ts',
        'imports/api/messages/collection.ts',
        'imports/api/rooms/collection.ts',
        'imports/api/todos/collection.ts',
        'imports/api/contract-error.ts',
        'imports/api/indexes.ts',
      ],
      mean: ['server/src/database.ts', 'server/src/errors.ts'],
    },
  },
  methods: {
    title: 'Methods',
    what: 'what each does to the database, its limits, the limits of rate',
    kind: 'both',
    files: {
      meteor: [
        'imports/api/lists/methods.ts',
        'imports/api/messages/methods.ts',
        'imports/api/rooms/methods.ts',
        'imports/api/todos/methods.ts',
        'imports/api/bounds.ts',
        'imports/api/calls.ts',
        'imports/api/grace.ts',
        'imports/api/is-there.ts',
        'imports/api/define-methods.ts',
        'imports/api/rate-limits.ts',
      ],
      mean: [
        'server/src/bounds.ts',
        'server/src/calls.ts',
        'server/src/grace.ts',
        'server/src/handlers.ts',
        'server/src/lists/methods.ts',
        'server/src/messages/',
        'server/src/rooms/',
        'server/src/todos/',
        'server/src/live/writes.ts',
        'server/src/methods.ts',
        'server/src/rates.ts',
      ],
    },
  },
  live: {
    title: 'Publications and live queries',
    what: 'from the database to a page that follows it: on the server and in the browser',
    kind: 'both',
    files: {
      meteor: [
        'imports/api/lists/publications.ts',
        'imports/api/messages/publications.ts',
        'imports/api/rooms/publications.ts',
        'imports/api/todos/publications.ts',
        'imports/api/find-published.ts',
        'imports/ui/merged.ts',
        'imports/ui/use-published.ts',
        'imports/ui/use-subscription.ts',
      ],
      mean: [
        'server/src/live/event.ts',
        'server/src/live/feed.ts',
        'server/src/live/locks.ts',
        'server/src/live/paths.ts',
        'server/src/live/result.ts',
        'server/src/live/snapshot.ts',
        'server/src/live/socket.ts',
        'server/src/live/subscriptions.ts',
        'server/src/live/view-index.ts',
        'server/src/live/view.ts',
        'server/src/live/views.ts',
        'server/src/sockets.ts',
        'client/src/app/live/subscription.ts',
        'client/src/app/live/subscriptions.ts',
      ],
    },
  },
  optimistic: {
    title: 'Optimistic writes',
    what: 'a write shown at once, marked as pending, sent in its order, taken back when it is refused',
    kind: 'both',
    files: {
      meteor: [
        'imports/api/define-stubs.ts',
        'imports/api/lists/stubs.ts',
        'imports/api/messages/stubs.ts',
        'imports/api/pending-date.ts',
        'imports/api/rooms/stubs.ts',
        'imports/api/todos/stubs.ts',
        'imports/ui/call.ts',
        'imports/ui/pending.ts',
        'imports/ui/queue/',
        'imports/ui/refusal.ts',
        'imports/ui/use-pending.ts',
      ],
      mean: [
        'client/src/app/live/effects.ts',
        'client/src/app/live/id.ts',
        'client/src/app/live/live.ts',
        'client/src/app/live/outbox.ts',
        'client/src/app/live/overlay.ts',
        'client/src/app/live/pace.ts',
        'client/src/app/live/queue-store.ts',
        'client/src/app/live/queue.ts',
      ],
    },
  },
  connection: {
    title: 'Connection',
    what: 'making it, noticing that it is lost, coming back',
    kind: 'both',
    files: {
      meteor: ['imports/ui/connection.ts'],
      mean: ['client/src/app/live/socket.ts'],
    },
  },
  ahead: {
    title: 'Ahead of the person',
    what: "a new build taken, what is half typed kept over it, the next page's code and data, pages without a connection",
    kind: 'one',
    files: {
      meteor: [
        'imports/ui/ahead.ts',
        'imports/ui/drafts.ts',
        'imports/ui/reload.ts',
        'imports/ui/service-worker.ts',
        'imports/ui/use-kept-draft.ts',
        'public/',
      ],
      mean: [
        'client/ngsw-config.json',
        'client/src/app/ahead/',
        'client/src/app/idle.ts',
        'client/src/app/updates/half-typed-field.ts',
        'client/src/app/updates/half-typed.ts',
        'client/src/app/updates/lost-page.ts',
        'client/src/app/updates/own-build.ts',
        'client/src/app/updates/service-worker.ts',
        'client/src/app/updates/updates.ts',
      ],
    },
  },
  presence: {
    title: 'Presence',
    what: 'who is in a room: on the server and in the browser',
    kind: 'both',
    files: {
      meteor: ['imports/api/presence/', 'imports/ui/room/present.ts', 'imports/ui/room/use-present.ts'],
      mean: ['server/src/presence/', 'client/src/app/room/presence.ts'],
    },
  },
  accounts: {
    title: 'Accounts',
    what: 'signing up, sessions and their end, origins, slowing wrong passwords down, who may see and do what, and the pages for it',
    kind: 'both',
    files: {
      meteor: [
        'imports/api/accounts/',
        'imports/api/assert-access.ts',
        'imports/api/publish-while.ts',
        'imports/ui/account/',
      ],
      mean: [
        'server/src/accounts/',
        'server/src/lists/access.ts',
        'server/src/live/gate.ts',
        'client/src/app/account/account-menu.html',
        'client/src/app/account/account-menu.ts',
        'client/src/app/account/account.html',
        'client/src/app/account/account.ts',
        'client/src/app/account/field.html',
        'client/src/app/account/field.ts',
        'client/src/app/account/form-error.ts',
        'client/src/app/account/last-account.ts',
        'client/src/app/account/log-in.html',
        'client/src/app/account/log-in.ts',
        'client/src/app/account/origin.ts',
        'client/src/app/account/rules.ts',
        'client/src/app/account/session.ts',
        'client/src/app/account/sign-up.html',
        'client/src/app/account/sign-up.ts',
        'client/src/app/account/submission.ts',
      ],
    },
  },
  guards: {
    title: 'Guards',
    what: 'against who sends what no page sends, asks too much, or takes too little; a log that stays readable',
    kind: 'both',
    files: {
      meteor: ['imports/api/guards/', 'imports/api/publish.ts'],
      mean: [
        'server/src/address.ts',
        'server/src/headers.ts',
        'server/src/open-connections.ts',
        'server/src/live/parser.ts',
        'server/src/live/receiver.ts',
        'server/src/live/snapshot-budget.ts',
        'server/src/live/standing.ts',
        'server/src/live/unanswered.ts',
      ],
    },
  },
  pages: {
    title: 'Pages',
    what: 'markup, routes, and what a page keeps; in React and in Angular',
    kind: 'both',
    files: {
      meteor: [
        'client/',
        'imports/ui/App.tsx',
        'imports/ui/Bar.tsx',
        'imports/ui/Lock.tsx',
        'imports/ui/Missing.tsx',
        'imports/ui/Notice.tsx',
        'imports/ui/Removal.tsx',
        'imports/ui/framed.ts',
        'imports/ui/home/',
        'imports/ui/kept-scroll.ts',
        'imports/ui/list/',
        'imports/ui/notices.ts',
        'imports/ui/room/MessageLog.tsx',
        'imports/ui/room/MessageRow.tsx',
        'imports/ui/room/RoomPage.tsx',
        'imports/ui/room/history.ts',
        'imports/ui/room/live-messages.ts',
        'imports/ui/room/nickname.ts',
        'imports/ui/room/unread.ts',
        'imports/ui/room/use-history.ts',
        'imports/ui/room/use-scroll.ts',
        'imports/ui/room/use-unread.ts',
        'imports/ui/store.ts',
        'imports/ui/use-gone.ts',
        'imports/ui/use-title.ts',
      ],
      mean: [
        'client/src/app/app.config.ts',
        'client/src/app/app.html',
        'client/src/app/app.routes.ts',
        'client/src/app/app.ts',
        'client/src/app/canonical-urls.ts',
        'client/src/app/framed.ts',
        'client/src/app/gone.ts',
        'client/src/app/home/',
        'client/src/app/later.ts',
        'client/src/app/list/',
        'client/src/app/missing/',
        'client/src/app/notice.ts',
        'client/src/app/page-title.ts',
        'client/src/app/place.ts',
        'client/src/app/places.ts',
        'client/src/app/removal/',
        'client/src/app/room/history.ts',
        'client/src/app/room/nickname.ts',
        'client/src/app/room/room.html',
        'client/src/app/room/room.ts',
        'client/src/app/room/window-size.ts',
        'client/src/hosts.css',
        'client/src/index.html',
        'client/src/main.ts',
      ],
    },
  },
  rendering: {
    title: 'Rendering on the server',
    what: 'the first page with its data, and how the browser takes it over',
    kind: 'one',
    files: {
      meteor: ['imports/api/page-copies.ts', 'imports/rendering/'],
      mean: [
        'client/src/app/app.config.server.ts',
        'client/src/app/app.routes.server.ts',
        'client/src/app/rendering/',
        'client/src/main.server.ts',
        'client/src/server.ts',
        'server/src/pages.ts',
        'server/src/read.ts',
      ],
    },
  },
  server: {
    title: 'Server',
    what: 'its start and stop, its configuration, the files that it serves, its health',
    kind: 'both',
    files: {
      meteor: ['server/'],
      mean: [
        'server/src/app.ts',
        'server/src/client.ts',
        'server/src/shell.ts',
        'server/src/config.ts',
        'server/src/http.ts',
        'server/src/index.ts',
        'server/src/main.ts',
      ],
    },
  },
  configuration: {
    title: 'Configuration',
    what: 'what the tools read: packages, compilers, types that are missing',
    kind: 'both',
    files: {
      meteor: [
        '.gitignore',
        '.meteor/.gitignore',
        '.meteor/packages',
        '.meteor/platforms',
        '.meteor/release',
        '.npmrc',
        '.swcrc',
        'package.json',
        'tsconfig.json',
        'types/',
      ],
      mean: [
        'client/.gitignore',
        'client/angular.json',
        'client/package.json',
        'client/proxy.conf.mjs',
        'client/tsconfig.app.json',
        'client/tsconfig.json',
        'client/tsconfig.spec.json',
        'client/vitest.config.ts',
        'server/package.json',
        'server/tsconfig.json',
      ],
    },
  },
  slow: {
    title: 'Slow consumers',
    what: 'bounded memory for each: Meteor queues without a bound, and its app adds none',
    kind: 'one',
    files: { meteor: [], mean: ['server/src/live/slow-consumers.ts'] },
  },
  emit: {
    title: 'Mode emit',
    what: "MEAN's second mode; Meteor's modes are a setting",
    kind: 'one',
    files: { meteor: [], mean: ['server/src/live/published-writes.ts'] },
  },
  strategy: {
    title: 'Publication strategies',
    what: 'a setting for the ladder',
    kind: 'one',
    files: { meteor: ['imports/api/publication-strategy.ts'], mean: [] },
  },
  rest: {
    title: 'REST',
    what: 'the methods over plain HTTP',
    kind: 'one',
    files: { meteor: [], mean: ['server/src/rest.ts'] },
  },
  tests: {
    title: 'Tests of its own',
    what: 'beside the suite that both must pass, which is in packages/conformance',
    kind: 'beside',
    files: {
      meteor: ['test/'],
      mean: [
        'server/test/',
        'client/src/app/account/fake-accounts.ts',
        'client/src/app/account/session.spec.ts',
        'client/src/app/live/fake-socket.ts',
        'client/src/app/live/live.spec.ts',
        'client/src/app/live/pace.spec.ts',
        'client/src/app/room/history.spec.ts',
        'client/src/app/room/presence.spec.ts',
        'client/src/app/updates/half-typed.spec.ts',
      ],
    },
  },
  words: {
    title: 'For people',
    what: 'pages that say what there is',
    kind: 'none',
    files: { meteor: ['README.md'], mean: ['server/README.md'] },
  },
  written: {
    title: 'Written by tools',
    what: "lock file, Meteor's notes of its upgrades; MEAN's lock file is the repository's",
    kind: 'none',
    files: {
      meteor: ['.meteor/.finished-upgraders', '.meteor/.id', 'package-lock.json'],
      mean: [],
    },
  },
} as const satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

export const partNames = Object.keys(parts) as PartName[];

/** What both apps take from the same place, counted apart. */
export const shared = {
  contract: { title: 'Contract', folder: 'packages/contract/src' },
  style: { title: 'Style sheet', folder: 'packages/style/src' },
} as const;

/** Of the contract, what only one of the apps uses: the other has it from its platform. */
export const contractOfMean = ['packages/contract/src/socket.ts'];
