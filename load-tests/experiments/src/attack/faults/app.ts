import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Fault } from './fault.ts';
import { stopFor } from './stop-for.ts';

const clock = fileURLToPath(new URL('./jumping-clock.cjs', import.meta.url));

/** What happens to a process of an app. */
export const appFaults: readonly Fault[] = [
  {
    key: 'app-killed',
    title: 'The app is killed (SIGKILL), and started again',
    async happen({ app, restart }) {
      await app.kill();
      await restart();
    },
  },
  {
    key: 'app-stopped',
    title: 'The app is stopped for a time (SIGSTOP)',
    happen: ({ app }, duration_ms) => stopFor(app.pid, duration_ms),
  },
  {
    key: 'instance-killed',
    title: 'One of two instances is killed (SIGKILL); its clients connect to the other one',
    hasTwoInstances: true,
    async happen({ other, serveAllByFirst }) {
      serveAllByFirst();
      await other?.kill();
    },
  },
  {
    key: 'clock-jumps',
    title: 'The app’s wall clock jumps ahead by an hour, and then back by two',
    env: { NODE_OPTIONS: `--require ${JSON.stringify(clock)}` },
    async happen({ app }, duration_ms) {
      process.kill(app.pid, 'SIGUSR2');
      await pause(duration_ms);
      process.kill(app.pid, 'SIGUSR2');
    },
  },
];
