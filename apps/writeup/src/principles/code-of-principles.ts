import { type Excerpt, excerptOf, type Marked } from './excerpt.ts';

/** What an app has for a principle: code of its own, and what others wrote for it. */
interface Share {
  code: readonly Marked[];
  /** What others do for it, in a few words. */
  besides?: string;
}

const meteor = (...paths: string[]): Marked[] => paths.map((path) => ({ path: `apps/meteor/${path}` }));
const mean = (...paths: string[]): Marked[] => paths.map((path) => ({ path: `apps/mean/${path}` }));
const ofLive = (from: string): Marked => ({ path: 'apps/mean/client/src/app/live/live.ts', from });

/**
 * In Rauch's order. A line counts for one principle, the one that it was written for; what every app has
 * anyway (markup, methods, a server that starts) counts for none.
 */
const shares: { name: string; meteor: Share; mean: Share }[] = [
  {
    name: 'Server rendered pages are not optional',
    meteor: {
      code: [
        ...meteor(
          'imports/rendering/page.ts',
          'imports/rendering/page-data.ts',
          'imports/rendering/serve-pages.tsx',
          'imports/ui/use-published.ts',
          'imports/ui/merged.ts',
        ),
        {
          path: 'apps/meteor/imports/api/accounts/session-cookie.ts',
          from: 'export async function accountOf',
        },
      ],
      besides:
        'React renders on the server and takes over in the browser; Meteor puts what it rendered into the page',
    },
    mean: {
      code: mean(
        'client/src/app/app.config.server.ts',
        'client/src/app/app.routes.server.ts',
        'client/src/app/rendering/rendered-live.ts',
        'client/src/app/rendering/rendered-session.ts',
        'client/src/app/rendering/rendering.ts',
        'client/src/main.server.ts',
        'client/src/server.ts',
        'server/src/pages.ts',
        'server/src/read.ts',
      ),
      besides:
        'Angular renders on the server, takes over in the browser, and replays what was clicked before',
    },
  },
  {
    name: 'Act immediately on user input',
    meteor: {
      code: [
        ...meteor(
          'imports/ui/call.ts',
          'imports/ui/pending.ts',
          'imports/ui/use-pending.ts',
          'imports/ui/refusal.ts',
        ),
        ...meteor(
          'imports/api/define-stubs.ts',
          'imports/api/pending-date.ts',
          ...['lists', 'messages', 'rooms', 'todos'].map((name) => `imports/api/${name}/stubs.ts`),
        ),
      ],
      besides: 'Meteor runs stubs of methods in the browser, and takes back what they wrote',
    },
    mean: {
      code: [
        ...mean(
          'client/src/app/live/overlay.ts',
          'client/src/app/live/effects.ts',
          'client/src/app/live/outbox.ts',
        ),
        ofLive('this.#outbox = new Outbox'),
        ofLive('write<Name'),
      ],
    },
  },
  {
    name: 'React to data changes',
    meteor: {
      code: meteor(
        ...['lists', 'messages', 'rooms', 'todos', 'presence'].flatMap((name) => [
          `imports/api/${name}/collection.ts`,
          `imports/api/${name}/publications.ts`,
        ]),
        'imports/api/find-published.ts',
        'imports/ui/use-subscription.ts',
        'imports/ui/connection.ts',
      ),
      besides:
        'Meteor follows queries, keeps their copies in the browser, and comes back after a lost connection',
    },
    mean: {
      code: [
        ...mean(
          ...['event', 'feed', 'snapshot', 'socket', 'view', 'views'].map(
            (name) => `server/src/live/${name}.ts`,
          ),
          'client/src/app/live/socket.ts',
          'client/src/app/live/subscription.ts',
          'client/src/app/live/subscriptions.ts',
        ),
        { path: 'apps/mean/server/src/sockets.ts', from: 'async function subscribe(' },
        { path: 'apps/mean/server/src/sockets.ts', from: 'async function unsubscribe(' },
        ...['query<Name', 'hold<Name', 'release<Name', '#listen()'].map(ofLive),
      ],
      besides: 'MongoDB tells of writes; Socket.io keeps the connection',
    },
  },
  {
    name: 'Control the data exchange with the server',
    meteor: {
      code: meteor(
        'imports/ui/room/use-history.ts',
        'imports/ui/room/history.ts',
        'imports/api/rate-limits.ts',
      ),
      besides: 'Meteor keeps the window on the server',
    },
    mean: {
      code: mean(
        'server/src/live/result.ts',
        'server/src/live/slow-consumers.ts',
        'server/src/rates.ts',
        'client/src/app/room/history.ts',
      ),
    },
  },
  {
    name: "Don't break history, enhance it",
    meteor: {
      code: [
        { path: 'apps/meteor/imports/ui/App.tsx', from: '<Switch>' },
        ...meteor(
          'imports/ui/list/use-filter.ts',
          'imports/ui/list/filter.ts',
          'imports/ui/list/NewListPage.tsx',
          'imports/ui/kept-scroll.ts',
          'imports/rendering/redirect.ts',
        ),
      ],
      besides: 'wouter routes',
    },
    mean: {
      code: [
        ...mean('client/src/app/app.routes.ts'),
        { path: 'apps/mean/client/src/app/list/list.ts', from: 'const filters = [' },
        { path: 'apps/mean/client/src/app/list/list.ts', from: 'readonly #fragment', alone: true },
        { path: 'apps/mean/client/src/app/list/list.ts', from: 'protected readonly filter = computed' },
        { path: 'apps/mean/client/src/app/list/list.ts', from: 'protected readonly shown = computed' },
        {
          path: 'apps/mean/client/src/app/app.config.ts',
          from: "document.querySelector('base')",
          alone: true,
        },
        ...mean('client/src/app/canonical-urls.ts', 'client/src/app/place.ts', 'client/src/app/places.ts'),
      ],
      besides: 'Angular routes',
    },
  },
  {
    name: 'Push code updates',
    meteor: {
      code: [
        { path: 'apps/meteor/.meteor/packages', from: 'meteor-base', alone: true },
        ...meteor('imports/ui/reload.ts', 'imports/ui/drafts.ts', 'imports/ui/use-kept-draft.ts'),
      ],
      besides: 'Meteor tells pages of the new build, and loads them anew',
    },
    mean: {
      code: mean(
        'client/src/app/updates/half-typed-field.ts',
        'client/src/app/updates/half-typed.ts',
        'client/src/app/updates/lost-page.ts',
        'client/src/app/updates/own-build.ts',
        'client/src/app/updates/updates.ts',
        'server/src/shell.ts',
      ),
      besides: 'Angular’s service worker learns of the new build, and keeps the files of the old one',
    },
  },
  {
    name: 'Predict behavior',
    meteor: { code: meteor('imports/ui/ahead.ts'), besides: 'Meteor puts all pages into one file' },
    mean: {
      code: mean(
        'client/src/app/ahead/ahead.ts',
        'client/src/app/ahead/load-pages.ts',
        'client/src/app/ahead/saved-data.ts',
      ),
    },
  },
];

/** How much code each app has for a principle. */
export interface CodeOfPrinciple {
  number: number;
  name: string;
  meteor: Counted;
  mean: Counted;
}

interface Counted {
  code: number;
  excerpts: Excerpt[];
  besides: string;
}

/** Counted in the sources as they are now. @throws one line if something that is counted is gone */
export function codeOfPrinciples(): CodeOfPrinciple[] {
  const count = ({ code, besides = '' }: Share): Counted => {
    const excerpts = code.map(excerptOf);
    return { code: excerpts.reduce((sum, one) => sum + one.code, 0), excerpts, besides };
  };
  return shares.map(({ name, meteor, mean }, index) => ({
    number: index + 1,
    name,
    meteor: count(meteor),
    mean: count(mean),
  }));
}
