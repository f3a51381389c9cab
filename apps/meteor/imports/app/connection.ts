import { Meteor } from 'meteor/meteor';
import { useTracker } from 'meteor/react-meteor-data';
import { Tracker } from 'meteor/tracker';
import { useHydrated } from '/imports/app/rendering/page';

export function useConnected(): boolean {
  const isConnected = useTracker(() => Meteor.isClient && Meteor.status().connected);
  return useHydrated() && isConnected;
}

/** Longest wait before the next try to connect: Meteor's own grows to 5 minutes. */
const longestWait_ms = 3000;

/** Notices a lost network at once, and comes back soon after the server does. */
export function keepConnected(): void {
  // A socket doesn't notice that the network is gone until a heartbeat fails. Whether the server really is out of
  // reach (localhost isn't) only a new connection shows.
  addEventListener('offline', () => {
    Meteor.disconnect();
    Meteor.reconnect();
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  Tracker.autorun(() => {
    const { status, retryTime } = Meteor.status();
    clearTimeout(timer);
    // Not all clients of a server that restarts at the same moment.
    const wait_ms = longestWait_ms * (0.5 + Math.random() / 2);
    if (status !== 'waiting' || (retryTime ?? 0) - Date.now() <= wait_ms) return;
    timer = setTimeout(() => Meteor.reconnect(), wait_ms);
  });
}
