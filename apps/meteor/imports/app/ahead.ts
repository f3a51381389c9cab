import { Meteor } from 'meteor/meteor';
import { liveMessages } from '../rooms/live-messages';

/** How long the pointer must stay on a link. */
const rest_ms = 65;
/** How long the data are kept before a click. After a click the page itself holds them. */
const hold_ms = 10_000;

/** Subscribes to the data of a link when the pointer rests on it or the keyboard focuses it. */
export function loadAhead(): void {
  let timer: ReturnType<typeof setTimeout>;
  const onPoint = ({ target }: Event) => {
    clearTimeout(timer);
    const link = (target as Element).closest?.<HTMLAnchorElement>('a[href]');
    if (link?.origin !== location.origin || savesData()) return;
    timer = setTimeout(() => {
      const subscription = subscribe(link.pathname);
      setTimeout(() => subscription?.stop(), hold_ms);
    }, rest_ms);
  };
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    addEventListener(type, onPoint, { passive: true });
}

/** @returns undefined for a page without data of its own */
function subscribe(path: string): Meteor.SubscriptionHandle | undefined {
  const [, what, id] = /^\/(lists|rooms)\/([^/]+)$/.exec(path) ?? [];
  if (id === undefined || id === 'new' || path === location.pathname) return undefined;
  return what === 'lists'
    ? Meteor.subscribe('todos.byList', { listId: id })
    : Meteor.subscribe('messages.byRoom', liveMessages(id));
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
