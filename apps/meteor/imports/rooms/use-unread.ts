import type { Message } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { afterArrival, type Unread } from './unread';

/**
 * Messages that others wrote while the page was hidden or scrolled up.
 * @param window the live messages: new ones have just arrived, or arrived while offline
 * @param atBottom whether the newest message is visible
 */
export function useUnread(
  window: readonly Message[],
  isLoading: boolean,
  isOwn: (message: Message) => boolean,
  atBottom: boolean,
): Unread | undefined {
  const [unread, setUnread] = useState<Unread>();
  const [hidden, setHidden] = useState(() => Meteor.isClient && document.hidden);
  useEffect(() => {
    const onChange = () => setHidden(document.hidden);
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, []);

  const seen = atBottom && !hidden;
  const known = useRef<Set<string>>(undefined);
  useLayoutEffect(() => {
    // The initial messages aren't new.
    if (isLoading && !known.current) return;
    const before = known.current;
    known.current = new Set(window.map(({ _id }) => _id));
    const fresh = before ? window.filter((message) => !before.has(message._id) && !isOwn(message)) : [];
    const ids = fresh.map(({ _id }) => _id);
    setUnread((current) => afterArrival(current, ids, seen));
  }, [window, isLoading, isOwn, seen]);
  return unread;
}
