export { type Environment, environments, titleOf } from './environment.ts';
