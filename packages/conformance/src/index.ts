export { type Environment, environments, titleOf } from './environment.ts';
export { principlesPath, type RecordedPrinciples, readPrinciples } from './principles/recorded.ts';
