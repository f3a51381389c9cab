import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor } from 'meteor/meteor';

/** So long a pointer stays on a link that somebody may mean to follow: it is drawn over others on its way. */
const dwell_ms = 65;
/** So long the data of a page are held for a click; after a click its page holds them itself. */
const hold_ms = 10_000;
/** So many pages are held ready at one time, ... */
const most = 3;
/** ... and so many are asked for in `hold_ms`: a small part of the subscriptions that a connection may make. */
const mostInTurn = 20;

/** What the page of an address shows, and the page before it doesn't. */
const behind: [RegExp, (id: string) => [publication: string, params: object]][] = [
  [/^\/lists\/([^/]+)$/, (listId) => ['todos.byList', { listId }]],
  [/^\/rooms\/([^/]+)$/, (roomId) => ['messages.byRoom', { roomId, limit: limits.window / 2 }]],
];

interface Held {
  subscription: Meteor.SubscriptionHandle;
  timer: ReturnType<typeof setTimeout>;
}

/** By path, the one that was pointed at last at the end. */
const held = new Map<string, Held>();
let asked = 0;

/**
 * Subscribes to the data of a page when somebody points at a link to it, or comes to it by the keyboard, so that they are
 * there when it is clicked. Not for who asks to save data.
 */
export function loadAhead(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onPoint = ({ type, target }: Event) => {
    clearTimeout(timer);
    const link = (target as Element).closest?.<HTMLAnchorElement>('a[href]');
    if (link) timer = setTimeout(() => hold(link), type === 'pointerover' ? dwell_ms : 0);
  };
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    addEventListener(type, onPoint, { passive: true });
  }
}

function hold({ origin, pathname }: HTMLAnchorElement): void {
  if (origin !== location.origin || pathname === location.pathname) return;
  const before = held.get(pathname);
  const subscription = before?.subscription ?? subscribe(pathname);
  if (!subscription) return;
  clearTimeout(before?.timer);
  held.delete(pathname);
  held.set(pathname, { subscription, timer: setTimeout(() => release(pathname), hold_ms) });
  const [oldest] = held.keys();
  if (oldest && held.size > most) release(oldest);
}

/** @returns undefined where there is nothing to load, or nothing to load it with */
function subscribe(pathname: string): Meteor.SubscriptionHandle | undefined {
  if (asked >= mostInTurn || !Meteor.status().connected || savesData()) return undefined;
  for (const [path, subscriptionTo] of behind) {
    const id = path.exec(pathname)?.[1];
    if (id === undefined || id === 'new') continue;
    asked += 1;
    setTimeout(() => {
      asked -= 1;
    }, hold_ms);
    return Meteor.subscribe(...subscriptionTo(decodeURIComponent(id)));
  }
  return undefined;
}

function release(pathname: string): void {
  const { subscription, timer } = held.get(pathname) ?? {};
  clearTimeout(timer);
  held.delete(pathname);
  subscription?.stop();
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}
