import { stacks } from '@meteor-vs-mean/stacks';
import { host, type Reached } from './reached.ts';

/** Of the first one; the others follow it. */
export const firstModePort = 3310;

/** An app that runs in a mode of its own, on a port of its own: the same for whoever starts it and whoever looks. */
export type ModeApp = Reached & { mode: string; port: number };

/** Every mode of every stack, in the order of the stacks: one port each. */
export function modeApps(first = firstModePort): ModeApp[] {
  return Object.values(stacks)
    .flatMap((stack) => stack.modes.map((mode) => ({ stack, mode })))
    .map(({ stack: { name, title, defaultTransport }, mode }, index) => ({
      ...{ stack: name, title, mode, port: first + index },
      url: `http://${host}:${first + index}`,
      transport: defaultTransport,
    }));
}
