import { createRequire } from 'node:module';
import { findToxiproxy } from '@meteor-vs-mean/proxies';
import { chromiumVersion } from '../chromium-version.ts';
import type { Target } from '../experiment.ts';
import { versionsOf } from '../versions.ts';
import type { AskerOptions, Open } from './asker.ts';
import type { Front } from './feathers-app.ts';
import type { PlayLoad } from './load.ts';

/** Where a way has a column: `one` by one and together, `opening` alone, the `load` of many connections. */
export type Part = 'requests' | 'opening' | 'load';

/** A target of this experiment: how the service is asked, from a page and from Node. */
export interface Way extends Target {
  parts: readonly Part[];
  front: Front;
  /** What is opened stays open between requests, and opening it can be told from asking. */
  isOpened: { page: boolean; node: boolean };
  options: AskerOptions;
  /** Files of npm packages that the page loads. */
  scripts: readonly string[];
  /** Runs in the page, as its own text. */
  openInPage: Open;
  openInNode: Open;
  playLoad: PlayLoad;
}

const require = createRequire(import.meta.url);
const everywhere = ['@feathersjs/feathers', '@feathersjs/express', '@feathersjs/socketio'];

/** Fills in what all ways share. */
export function way(
  own: Omit<Way, 'find' | 'prepare' | 'scripts'> & {
    libraries: readonly string[];
    scripts?: readonly string[];
  },
): Way {
  const { libraries, scripts = [], ...rest } = own;
  return {
    ...rest,
    scripts: scripts.map((script) => require.resolve(script)),
    async find() {
      const versions = versionsOf([...everywhere, ...libraries], import.meta.url);
      return { versions: { ...versions, chromium: await chromiumVersion(), node: process.versions.node } };
    },
    async prepare(log) {
      await findToxiproxy(log);
      return {};
    },
  };
}
