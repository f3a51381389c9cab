import type { Build } from '@meteor-vs-mean/testbed/stacks';
import type { OtherNode, Setting } from '../experiments/plan.ts';

/** What the stacks that were built can do. */
export async function settingOf(builds: ReadonlyMap<string, Build>): Promise<Setting> {
  const others = new Map<string, OtherNode | null>();
  for (const build of builds.values()) others.set(build.stack, await otherNodeFor(build, builds));
  return {
    missingMode(stack, mode) {
      try {
        builds.get(stack)?.checkMode(mode);
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    },
    otherNode: (stack) => others.get(stack) ?? null,
  };
}

/** MEAN is started on Meteor's Node; a Meteor bundle is bound to the Node that it was built for. */
async function otherNodeFor(build: Build, builds: ReadonlyMap<string, Build>): Promise<OtherNode | null> {
  const other = [...builds.values()].find(
    ({ stack, nodeVersion }) => stack !== build.stack && nodeVersion !== build.nodeVersion,
  );
  if (!other || !build.checkNode) return null;
  const facts = { of: other.stack, version: other.nodeVersion };
  const reason = await build.checkNode(other.node).then(
    () => null,
    (error: Error) => error.message,
  );
  return reason === null ? { ...facts, runs: true } : { ...facts, runs: false, reason };
}
