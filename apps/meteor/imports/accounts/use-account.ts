import { Meteor } from 'meteor/meteor';
import { useTracker } from 'meteor/react-meteor-data';
import { useHydrated, usePage } from '/imports/app/rendering/page';

/** Somebody who is logged in. */
export interface Account {
  userId: string;
  /** Empty for the moment until the server has told it. */
  username: string;
}

/**
 * @returns undefined for a guest. Whoever was logged in when the page was left is so from the start; while the browser
 *   takes over a page that the server rendered, it is whom that was rendered for.
 */
export function useAccount(): Account | undefined {
  const userId = useTracker(() => (Meteor.isClient ? Meteor.userId() : null));
  const username = useTracker(() =>
    Meteor.isClient ? (Meteor.user({ fields: { username: 1 } })?.username ?? '') : '',
  );
  const rendered = usePage()?.account;
  if (!useHydrated()) return rendered;
  if (!userId) return undefined;
  return { userId, username: username || (rendered?.userId === userId ? rendered.username : '') };
}
