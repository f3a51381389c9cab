export { Scope } from './scope.ts';
export { type App, type AppOptions, openTestbed, Testbed, type TestbedOptions } from './testbed.ts';
