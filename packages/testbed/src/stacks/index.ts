export { checkedMode } from './app.ts';
export {
  type Bundle as MeteorBundle,
  buildBundle as buildMeteorApp,
  type MeteorApp,
} from './meteor-bundle.ts';
export {
  findOrOffer,
  installOption,
  meteorInstaller,
} from './meteor-installer.ts';
export { findTool as findMeteor, type MeteorTool } from './meteor-tool.ts';
export { describeWeight, type PageWeight } from './page-weight.ts';
export { apps, mean, meteor, stackNamed, stackNames, stacks } from './registry.ts';
export type * from './stack.ts';
