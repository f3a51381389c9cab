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
  isOwn: (id: string) => boolean,
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
    const ids = window.map(({ _id }) => _id);
    known.current = new Set(ids);
    const fresh = before ? ids.filter((id) => !before.has(id) && !isOwn(id)) : [];
    setUnread((current) => afterArrival(current, fresh, seen));
  }, [window, isLoading, isOwn, seen]);
  return unread;
}
