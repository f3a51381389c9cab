import { Meteor } from 'meteor/meteor';
import { useEffect } from 'react';
import { usePage } from '/imports/app/rendering/page';

/** The window's title while a page is shown, and how much in it is unread. */
export function useTitle(page: string, unread = 0): void {
  const title = `${unread > 0 ? `(${unread}) ` : ''}${page} · Meteor`;
  const rendered = usePage();
  // On the server nothing but the rendering itself runs.
  if (Meteor.isServer && rendered) rendered.title = title;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
