import { mean } from './mean.ts';
import { meteor } from './meteor.ts';
import type { Stack, StackName } from './stack.ts';

export { type Child, childEnded, type EndedChild, startChild } from './child.ts';
export { database, dataDir, pagePort } from './data.ts';
export { interrupted } from './interruption.ts';
export { lock } from './lock.ts';
export {
  type Bundle as MeteorBundle,
  buildBundle as buildMeteorApp,
  type MeteorApp,
} from './meteor-bundle.ts';
export {
  findOrOffer,
  installMeteor,
  meteorInstaller,
  type OfferOptions,
  offerMeteor,
} from './meteor-installer.ts';
export { findTool as findMeteor, type MeteorTool } from './meteor-tool.ts';
export { describeWeight, type PageWeight, type Weight } from './page-weight.ts';
export { written } from './sources.ts';
export type * from './stack.ts';

/** All that can be compared. A third stack is one more file, and one more line here. */
export const stacks: Record<StackName, Stack> = { meteor, mean };

/** @throws one line with the names that there are */
export function stackNamed(name: string): Stack {
  if (Object.hasOwn(stacks, name)) return stacks[name as StackName];
  throw new Error(`There is no stack '${name}': choose ${Object.keys(stacks).join(' or ')}.`);
}
