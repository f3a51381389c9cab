import { Meteor } from 'meteor/meteor';
import { useTracker } from 'meteor/react-meteor-data';

/** Somebody who is logged in. */
export interface Account {
  userId: string;
  /** Empty for the moment until the server has told it. */
  username: string;
}

/** @returns undefined for a guest. Whoever was logged in when the page was left is so from the start. */
export function useAccount(): Account | undefined {
  const userId = useTracker(() => Meteor.userId());
  const username = useTracker(() => Meteor.user({ fields: { username: 1 } })?.username ?? '');
  return userId ? { userId, username } : undefined;
}
