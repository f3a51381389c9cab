import { Meteor } from 'meteor/meteor';
import { useTracker } from 'meteor/react-meteor-data';
import { Tracker } from 'meteor/tracker';
import { useHydrated } from '/imports/app/rendering/page';

export function useConnected(): boolean {
  const isConnected = useTracker(() => Meteor.isClient && Meteor.status().connected);
  return useHydrated() && isConnected;
}

/** The longest delay before reconnecting; Meteor's own grows to 5 minutes. */
const longestWait_ms = 3000;

/** Notices a lost network at once, and reconnects soon after the server restarts. */
export function keepConnected(): void {
  // A socket only notices a lost network by a missing heartbeat. Only a new connection shows whether the server is
  // really unreachable (localhost isn't).
  addEventListener('offline', () => {
    Meteor.disconnect();
    Meteor.reconnect();
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  Tracker.autorun(() => {
    const { status, retryTime } = Meteor.status();
    clearTimeout(timer);
    // Random, so that not all clients of a restarting server reconnect at once.
    const wait_ms = longestWait_ms * (0.5 + Math.random() / 2);
    if (status !== 'waiting' || (retryTime ?? 0) - Date.now() <= wait_ms) return;
    timer = setTimeout(() => Meteor.reconnect(), wait_ms);
  });
}
