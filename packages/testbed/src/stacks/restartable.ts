import type { Exit } from '../process/index.ts';
import type { RunningApp } from './stack.ts';

/** An app that restarts without having ended for its user. */
interface Restartable {
  /** `exited` resolves when it ends without being restarted, and `pid` is the first one's. */
  app: RunningApp;
  /** Stops it, and starts it again after `between`, even if that fails. @throws as `between` and `start` do */
  restart(between: () => Promise<void>): Promise<void>;
}

/** @param first the app as it runs now @param start starts it again, on the port that it had */
export function restartable(first: RunningApp, start: (port: number) => Promise<RunningApp>): Restartable {
  const { promise: exited, resolve } = Promise.withResolvers<Exit>();
  let current = first;
  let isRestarting = false;
  let isEnded = false;
  const follow = (app: RunningApp) => {
    current = app;
    app.exited.then((exit) => {
      if (!isRestarting) resolve(exit);
    });
  };
  const ending = (end: (app: RunningApp) => Promise<void>) => async () => {
    isEnded = true;
    await end(current);
    resolve(await current.exited);
  };
  follow(first);
  return {
    app: { ...first, exited, stop: ending((app) => app.stop()), kill: ending((app) => app.kill()) },
    async restart(between) {
      isRestarting = true;
      await current.stop();
      try {
        await between();
      } finally {
        if (!isEnded) follow(await start(first.port));
        isRestarting = false;
        if (isEnded) await current.stop();
      }
    },
  };
}
