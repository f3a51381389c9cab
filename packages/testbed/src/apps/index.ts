export { addressesOf } from './addresses.ts';
export { isThere, ListPage } from './list-page.ts';
export { insertList, type SampleTodos } from './lists.ts';
export { assertNeutral } from './mongo-address.ts';
