import { type AppContestant, instancesOf } from '@meteor-vs-mean/measure/results';
import type { RunningApp } from '@meteor-vs-mean/testbed/stacks';
import type { Instance } from '../context/context.ts';

/** Who connects to which instance, and what becomes of them. */
export interface Roles {
  /** Those that run to the end of the round: what they use together is the app's. */
  lasting: readonly RunningApp[];
  /** Serves nobody. */
  idle: RunningApp | undefined;
  /** Is killed in mid-run, and its place among those that subscribers connect to. */
  killed: { app: RunningApp; target: number } | undefined;
  /** Addresses. */
  subscribers: string[];
  writers: string[];
}

/**
 * Deals the roles, as the contestant's layout says.
 * @param instances one at least
 */
export function rolesOf(contestant: AppContestant, instances: readonly Instance[]): Roles {
  const apps = instances.map(({ app }) => app);
  const urls = instances.map(({ clientUrl }) => clientUrl);
  const butLast = urls.slice(0, -1);
  const last = apps.length - 1;
  const all = { lasting: apps, idle: undefined, killed: undefined, subscribers: urls, writers: urls };
  switch (instancesOf(contestant)?.layout) {
    case undefined:
      return all;
    case 'idle':
      return { ...all, idle: apps[last], subscribers: butLast, writers: butLast };
    case 'apart':
      return { ...all, subscribers: urls.slice(1), writers: urls.slice(0, 1) };
    case 'killed':
      return {
        ...all,
        lasting: apps.slice(0, -1),
        killed: { app: apps[last] as RunningApp, target: last },
        // The account is of those who watch: what a writer could not send is owed to nobody.
        writers: butLast,
      };
  }
}
