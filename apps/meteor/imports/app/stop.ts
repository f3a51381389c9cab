import { setTimeout as pause } from 'node:timers/promises';
import { Meteor } from 'meteor/meteor';
import { WebApp } from 'meteor/webapp';
import { allHaveLeft } from '/imports/rooms/owned';

/** Fields of Meteor's own object for a connection. */
interface Session {
  connectionHandle: Meteor.Connection;
  /** Whether a message is being processed, or others are queued. */
  workerRunning: boolean;
}

/** How long calls in progress may take, and again connections to close, before the process exits anyway. */
const drain_ms = 2000;

/** How often to check whether all calls are answered, because Meteor has no event for it. */
const interval_ms = 20;

/** Answers calls in progress before the process exits, which Meteor leaves to apps. */
export function drainAtEnd(): void {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      void stop();
    });
  }
}

async function stop(): Promise<void> {
  const sessions = Meteor.server.sessions as Map<string, Session>;
  const closed = new Promise<void>((resolve) => WebApp.httpServer.close(() => resolve()));
  await Promise.race([untilIdle(sessions), pause(drain_ms)]);
  for (const { connectionHandle } of sessions.values()) connectionHandle.close();
  // Closing the connections also ends their presences.
  await Promise.race([closed.then(allHaveLeft), pause(drain_ms)]);
  process.exit(0);
}

async function untilIdle(sessions: Map<string, Session>): Promise<void> {
  while ([...sessions.values()].some(({ workerRunning }) => workerRunning)) await pause(interval_ms);
}
