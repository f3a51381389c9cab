import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor } from 'meteor/meteor';

/** So long a pointer stays on a link that somebody may mean to follow: it is drawn over others on its way. */
const dwell_ms = 65;
/** So long the data of a page are held for a click; after a click its page holds them itself. */
const hold_ms = 10_000;
/** At most so many at a time, and so in any 10 s: a small part of the subscriptions that a connection may make. */
const most = 10;

/** What the page of an address shows, and the page before it doesn't. */
const behind: [RegExp, (id: string) => [publication: string, params: object]][] = [
  [/^\/lists\/([^/]+)$/, (listId) => ['todos.byList', { listId }]],
  [/^\/rooms\/([^/]+)$/, (roomId) => ['messages.byRoom', { roomId, limit: limits.window / 2 }]],
];

const held = new Set<string>();

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
  if (origin !== location.origin || pathname === location.pathname || held.has(pathname)) return;
  if (held.size >= most || !Meteor.status().connected || savesData()) return;
  for (const [path, subscriptionTo] of behind) {
    const id = path.exec(pathname)?.[1];
    if (id === undefined || id === 'new') continue;
    const subscription = Meteor.subscribe(...subscriptionTo(decodeURIComponent(id)));
    held.add(pathname);
    setTimeout(() => {
      held.delete(pathname);
      subscription.stop();
    }, hold_ms);
  }
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}
