import { Meteor } from 'meteor/meteor';
import { useTracker } from 'meteor/react-meteor-data';
import { useHydrated, usePage } from '/imports/app/rendering/page';

/** A logged-in account. */
export interface Account {
  userId: string;
  /** Empty until the server has sent it. */
  username: string;
}

/**
 * @returns undefined for a guest. If the user was logged in when the page was left, the account is known from the
 * start;
 *   during hydration it is the account for which the server rendered the page.
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
