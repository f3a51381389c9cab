import { setTimeout as pause } from 'node:timers/promises';
import { Meteor } from 'meteor/meteor';
import { WebApp } from 'meteor/webapp';
import { allHaveLeft } from '/imports/rooms/owned';

/** Of Meteor's own object for a connection. */
interface Session {
  connectionHandle: Meteor.Connection;
  /** One message has had its turn and isn't answered yet, or others wait. */
  workerRunning: boolean;
}

/** How long what is under way may take, and again connections to close, before the process ends all the same. */
const drain_ms = 2000;

/** How often it is looked whether all was answered: Meteor doesn't tell. */
const look_ms = 20;

/** Has the process answer what it was asked before it ends: Meteor leaves that to apps. */
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
  // Who is in a room leaves it with the connection.
  await Promise.race([closed.then(allHaveLeft), pause(drain_ms)]);
  process.exit(0);
}

async function untilIdle(sessions: Map<string, Session>): Promise<void> {
  while ([...sessions.values()].some(({ workerRunning }) => workerRunning)) await pause(look_ms);
}
