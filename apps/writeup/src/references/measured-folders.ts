import type { Manifest } from '@meteor-vs-mean/measure/results';
import { apps, stacks } from '@meteor-vs-mean/testbed/stacks';

/** @returns the folders whose code a run measured, relative to the repository's root */
export function measuredFolders({ kind, experiment, options }: Manifest): string[] {
  const named = (options.stacks ?? []) as readonly string[];
  const ofBoth = apps.map(({ folder }) => folder);
  const server = ['packages/contract/src', 'packages/guards/src'];
  const shared = [...server, 'packages/style'];
  const load = ['packages/pubsub-client/src', 'load-tests/engine/src', 'load-tests/scenarios'];
  switch (kind) {
    case 'compare':
      return [
        // One from another checkout, as mean=before, or mean@9e6a577 in older runs, isn't of these folders.
        ...stacks.filter(({ name }) => named.includes(name)).map(({ folder }) => folder),
        ...server,
        ...load,
        'load-tests/compare/src/rounds',
      ];
    case 'lab':
      return [`load-tests/lab/src/${experiment}`];
    case 'conformance':
      return [...ofBoth, ...shared, 'packages/conformance/src'];
    case 'experiment':
      return experiment === 'accounts'
        ? [...ofBoth, ...server, ...load, 'load-tests/compare/src/accounts']
        : [...ofBoth, ...shared, `load-tests/experiments/src/${experiment}`];
  }
}
