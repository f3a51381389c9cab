import type { AppName } from '../kinds/stacks.ts';

/** Folders of both apps with the same purpose, so that their lines can be compared. */
export interface Part extends Record<AppName, readonly string[]> {
  /** The first word of its figures' names. */
  name: string;
  title: string;
  what: string;
}

/** The parts that both apps need, in the order of the table. A file is in the first part that has it. */
export const needed: readonly Part[] = [
  {
    name: 'todos',
    title: 'Todos and lists',
    what: 'their methods and publications, and their pages',
    meteor: ['imports/{todos,lists}/**'],
    mean: ['{server/src,client/src/app}/{todos,lists}/**'],
  },
  {
    name: 'rooms',
    title: 'Rooms',
    what: 'messages and presence, and their page',
    meteor: ['imports/rooms/**'],
    mean: ['{server/src,client/src/app}/rooms/**'],
  },
  {
    name: 'accounts',
    title: 'Accounts',
    what: 'signing up, sessions and their end, passwords, and their pages',
    meteor: ['imports/accounts/**'],
    mean: ['{server/src,client/src/app}/accounts/**'],
  },
  {
    name: 'live',
    title: 'Live queries and writes',
    what: 'from the database to a page that follows it, and optimistic writes from the page to the server',
    // Meteor's app has no folder for it.
    meteor: ['imports/app/{call,connection,find-published,open-*,*pending,*publi*,refusal,use-sub*}.ts'],
    mean: ['{server/src,client/src/app}/live/**'],
  },
  {
    name: 'guards',
    title: 'Guards',
    what: "what adapts packages/guards to the framework; MEAN's also close slow consumers",
    meteor: ['imports/guards/**'],
    mean: ['server/src/guards/**'],
  },
  {
    name: 'app',
    title: 'App',
    what: 'policy chain, access, routing, rendering, start and stop, new builds, what pages share',
    meteor: ['{client,imports/app,public,server}/**'],
    mean: ['server/src/**', 'client/{src/**,ngsw-config.json}'],
  },
  {
    name: 'configuration',
    title: 'Configuration',
    what: 'packages, compilers, types that are missing',
    meteor: ['*', '.*', '.meteor/{.gitignore,packages,platforms,release}', 'types/**'],
    mean: ['{client,server}/{*,.*}'],
  },
];

/** Not in the sum. These come first when a file's part is looked for. */
export const others: readonly Part[] = [
  {
    name: 'extras',
    title: 'Only on MEAN',
    what: "REST, and mode emit; Meteor's modes are a setting",
    meteor: [],
    mean: ['server/src/{rest,live/emitting-collections}.ts'],
  },
  {
    name: 'tests',
    title: "The app's own tests",
    what: 'without the suite that both must pass',
    meteor: ['test/**'],
    mean: ['server/test/**', 'client/src/app/**/{*.spec,fake-*}.ts'],
  },
];

/** No code, or written by tools. */
export const uncounted = ['**/README.md', '**/package-lock.json', '.meteor/{.finished-upgraders,.id}'];
