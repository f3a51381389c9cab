import { Meteor } from 'meteor/meteor';
import { useEffect } from 'react';
import { usePage } from '/imports/app/rendering/page';

/** The window's title while a page is shown, with the number of unread messages. */
export function useTitle(page: string, unread = 0): void {
  const title = `${unread > 0 ? `(${unread}) ` : ''}${page} · Meteor`;
  const rendered = usePage();
  // The server doesn't run effects.
  if (Meteor.isServer && rendered) rendered.title = title;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
