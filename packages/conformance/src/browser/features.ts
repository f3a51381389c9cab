import type { Size } from '../feature.ts';
import { principles } from '../principles/principles.ts';
import { accounts, ownAccount } from './cases/accounts.ts';
import { chat, presence } from './cases/chat.ts';
import { beforeScripts } from './cases/early.ts';
import { halfTyped } from './cases/half-typed.ts';
import { keyboard } from './cases/keyboard.ts';
import { managing, newLists } from './cases/managing.ts';
import { navigation } from './cases/navigation.ts';
import { offline, two } from './cases/offline.ts';
import { optimistic, refused } from './cases/optimistic.ts';
import { accessible, attacks } from './cases/people.ts';
import { marked, privateLists } from './cases/private-lists.ts';
import { rendering } from './cases/rendering.ts';
import { doneTodos, editing, filters, newTodo } from './cases/todomvc.ts';
import { touch } from './cases/touch.ts';
import { withoutConnection } from './cases/without-connection.ts';
import type { PageFeature } from './page-feature.ts';

/** Everything that a user can do with an app. Cases that kill processes are last. */
export const pageFeatures = [
  ...[newTodo, doneTodos, editing, filters, navigation, newLists, managing, chat, optimistic, refused, two],
  ...[accounts, ownAccount, privateLists, marked],
  ...[accessible, attacks, rendering, touch, keyboard, presence],
  ...[beforeScripts, halfTyped, withoutConnection, offline],
  ...principles,
] as const;

/** Slow cases that rarely fail. */
const slow: readonly PageFeature[] = [halfTyped, managing, attacks, touch, keyboard, marked, ...principles];

export function pageFeaturesOf(size: Size): PageFeature[] {
  return pageFeatures.filter((each) => slow.includes(each) === (size === 'slow'));
}
