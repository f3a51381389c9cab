import type { Message } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { afterArrival, type Unread } from './unread';

/**
 * What others wrote while the page was hidden or scrolled up.
 * @param window the live messages: what is new in it has just come, or came while there was no connection
 * @param atBottom whether the newest message is in view
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
    // What was there when the page was opened is no news.
    if (isLoading && !known.current) return;
    const before = known.current;
    known.current = new Set(window.map(({ _id }) => _id));
    const fresh = before ? window.filter((message) => !before.has(message._id) && !isOwn(message)) : [];
    const ids = fresh.map(({ _id }) => _id);
    setUnread((current) => afterArrival(current, ids, seen));
  }, [window, isLoading, isOwn, seen]);
  return unread;
}
