import type { RunningApp } from './stack.ts';

/** An app that can be ended for a while, and is the same app to whoever runs it. */
export interface Restartable {
  /** `exited` resolves when it ends without being paused, and `pid` is the first one's. */
  app: RunningApp;
  pause(): Promise<void>;
  /** Starts it after `pause`. @throws as `start` does */
  resume(): Promise<void>;
}

/** @param first the app as it runs now @param start starts it again, on the port that it had */
export function restartable(first: RunningApp, start: (port: number) => Promise<RunningApp>): Restartable {
  const { promise: exited, resolve } = Promise.withResolvers<Awaited<RunningApp['exited']>>();
  let current: RunningApp | undefined;
  let isEnded = false;
  const follow = (app: RunningApp) => {
    current = app;
    app.exited.then((exit) => {
      if (current === app) resolve(exit);
    });
  };
  follow(first);
  return {
    app: {
      ...first,
      exited,
      async stop() {
        isEnded = true;
        await current?.stop();
      },
      async kill() {
        isEnded = true;
        await current?.kill();
      },
    },
    async pause() {
      const app = current;
      current = undefined;
      await app?.stop();
    },
    async resume() {
      if (isEnded) return;
      const app = await start(first.port);
      if (isEnded) await app.stop();
      else follow(app);
    },
  };
}
