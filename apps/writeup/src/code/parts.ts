import type { AppName } from '../kinds/stacks.ts';

/** What some files of both apps are for; the apps have the same parts, so their lines can be compared. */
export interface Part extends Record<AppName, readonly string[]> {
  /** Figures are called so. */
  name: string;
  title: string;
  /** What is in it, in a line. */
  what: string;
}

const features = '{lists,messages,rooms,todos}';

/** What only one app has, or what isn't the app itself: not in the sum. */
export const others: readonly Part[] = [
  {
    name: 'ahead',
    title: 'Ahead of the person',
    what: "a new build taken, what is half typed kept over it, the next page's code and data, pages without a connection",
    meteor: ['imports/ui/{ahead,drafts,reload,service-worker,use-kept-draft}.ts', 'public/**'],
    mean: [
      'client/ngsw-config.json',
      'client/src/app/idle.ts',
      'client/src/app/{ahead,updates}/!(*.spec).ts',
    ],
  },
  {
    name: 'rendering',
    title: 'Rendering on the server',
    what: 'the first page with its data, and how the browser takes it over',
    meteor: ['imports/api/page-copies.ts', 'imports/rendering/**'],
    mean: [
      'client/src/app/app.{config,routes}.server.ts',
      'client/src/app/rendering/**',
      'client/src/{main.server,server}.ts',
      'server/src/{pages,read}.ts',
    ],
  },
  {
    name: 'slow',
    title: 'Slow consumers',
    what: 'bounded memory for each: Meteor queues without a bound, and its app adds none',
    meteor: [],
    mean: ['server/src/guards/slow-consumers.ts'],
  },
  {
    name: 'emit',
    title: 'Mode emit',
    what: "MEAN's second mode; Meteor's modes are a setting",
    meteor: [],
    mean: ['server/src/live/published-writes.ts'],
  },
  {
    name: 'strategy',
    title: 'Publication strategies',
    what: 'a setting for the ladder',
    meteor: ['imports/api/publication-strategy.ts'],
    mean: [],
  },
  {
    name: 'rest',
    title: 'REST',
    what: 'the methods over plain HTTP',
    meteor: [],
    mean: ['server/src/rest.ts'],
  },
  {
    name: 'tests',
    title: 'Tests of its own',
    what: 'beside the suite that both must pass, which is in packages/conformance',
    meteor: ['test/**'],
    mean: ['server/test/**', 'client/src/app/**/{*.spec,fake-*}.ts'],
  },
];

/** What both apps need, in the order of the table. */
export const needed: readonly Part[] = [
  {
    name: 'documents',
    title: 'Documents',
    what: 'collections, indexes, errors as clients get them; validation itself is in the contract',
    meteor: [`imports/api/${features}/collection.ts`, 'imports/api/{contract-error,indexes}.ts'],
    mean: ['server/src/{database,errors}.ts'],
  },
  {
    name: 'methods',
    title: 'Methods',
    what: 'what each does to the database, its limits, the limits of rate',
    meteor: [
      `imports/api/${features}/methods.ts`,
      'imports/api/{bounds,calls,define-methods,grace,is-there}.ts',
    ],
    mean: [
      `server/src/${features}/!(access).ts`,
      'server/src/{bounds,calls,grace,handlers,methods,live/writes}.ts',
    ],
  },
  {
    name: 'live',
    title: 'Publications and live queries',
    what: 'from the database to a page that follows it: on the server and in the browser',
    meteor: [
      `imports/api/${features}/publications.ts`,
      'imports/api/find-published.ts',
      'imports/ui/{merged,use-published,use-subscription}.ts',
    ],
    mean: [
      'server/src/live/{event,feed,locks,parser,paths,result,snapshot,socket,subscriptions,view,view-index,views}.ts',
      'server/src/sockets.ts',
      'client/src/app/live/{subscription,subscriptions}.ts',
    ],
  },
  {
    name: 'optimistic',
    title: 'Optimistic writes',
    what: 'a write shown at once, marked as pending, sent in its order, taken back when it is refused',
    meteor: [
      `imports/api/${features}/stubs.ts`,
      'imports/api/{define-stubs,pending-date}.ts',
      'imports/ui/{call,pending,queue/*,refusal,use-pending}.ts',
    ],
    mean: ['client/src/app/live/{effects,id,live,outbox,overlay,pace,queue,queue-store}.ts'],
  },
  {
    name: 'connection',
    title: 'Connection',
    what: 'making it, noticing that it is lost, coming back',
    meteor: ['imports/ui/connection.ts'],
    mean: ['client/src/app/live/socket.ts'],
  },
  {
    name: 'presence',
    title: 'Presence',
    what: 'who is in a room: on the server and in the browser',
    meteor: ['imports/api/presence/**', 'imports/ui/room/{present,use-present}.ts'],
    mean: ['server/src/presence/**', 'client/src/app/room/presence.ts'],
  },
  {
    name: 'accounts',
    title: 'Accounts',
    what: 'signing up, sessions and their end, origins, slowing wrong passwords down, who may see and do what, and the pages for it',
    meteor: [
      'imports/api/accounts/**',
      'imports/api/{assert-access,publish-while}.ts',
      'imports/ui/account/**',
    ],
    mean: ['server/src/accounts/**', 'server/src/{lists/access,live/gate}.ts', 'client/src/app/account/**'],
  },
  {
    name: 'guards',
    title: 'Guards',
    what: 'against who sends what no page sends, asks too much, or takes too little; a log that stays readable',
    meteor: ['imports/guards/**', 'imports/api/{hooks,publish}.ts'],
    mean: ['server/src/guards/!(slow-consumers).ts', 'server/src/hooks.ts'],
  },
  {
    name: 'server',
    title: 'Server',
    what: 'its start and stop, its configuration, the files that it serves, its health',
    meteor: ['server/**', 'imports/app/**'],
    mean: ['server/src/{app,client,shell,config,headers,http,index,main}.ts'],
  },
  {
    name: 'configuration',
    title: 'Configuration',
    what: 'what the tools read: packages, compilers, types that are missing',
    meteor: ['*', '.*', '.meteor/{.gitignore,packages,platforms,release}', 'types/**'],
    mean: ['{client,server}/{*,.*}'],
  },
  {
    name: 'pages',
    title: 'Pages',
    what: 'markup, routes, and what a page keeps; in React and in Angular',
    meteor: ['client/**', 'imports/ui/**'],
    mean: ['client/src/**'],
  },
];

/** No code, or written by tools. */
export const uncounted = ['**/README.md', '**/package-lock.json', '.meteor/{.finished-upgraders,.id}'];
