import { useEffect } from 'react';

/** The window's title while a page is shown, and how much in it is unread. */
export function useTitle(page: string, unread = 0): void {
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${page} · Meteor`;
  }, [page, unread]);
}
