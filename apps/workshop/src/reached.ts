import { answers, host } from '@meteor-vs-mean/testbed/process';
import { apps, type Stack, type StackName, type Transport } from '@meteor-vs-mean/testbed/stacks';

/** An app that answers, and how its browsers talk to it. */
export interface Reached {
  stack: StackName;
  title: string;
  /** Null where it isn't known: `npm run dev` doesn't say. */
  mode: string | null;
  url: string;
  port: number;
  transport: Transport;
}

const reached = ({ name, title, defaultTransport }: Stack, port: number) => ({
  stack: name,
  title,
  port,
  url: `http://${host}:${port}`,
  transport: defaultTransport,
});

/** Of the addresses that `npm run dev`, `npm start` and `npm run serve` take. */
export function standardApps(ports: Partial<Record<StackName, number>> = {}): Reached[] {
  return apps.map((stack) => ({ ...reached(stack, ports[stack.name] ?? stack.defaultPort), mode: null }));
}

/** Those of them that somebody listens for. */
export async function thatAnswer(apps: readonly Reached[]): Promise<Reached[]> {
  const isThere = await Promise.all(apps.map(({ port }) => answers(port)));
  return apps.filter((_, index) => isThere[index]);
}

/** For people: `MEAN, emit` or `MEAN`. */
export const nameOf = ({ title, mode }: Pick<Reached, 'title' | 'mode'>): string =>
  mode === null ? title : `${title}, ${mode}`;

/** Of the first one; the others follow it. */
export const firstModePort = 3310;

/** Of the first app's line, which `workshop:break` cuts; the others follow it. */
export const firstLinePort = 3400;

/** Every mode of every app, in the order of the stacks: one port each, the same for whoever starts it and whoever looks. */
export function modeApps(first = firstModePort) {
  return apps
    .flatMap((stack) => stack.modes.map((mode) => ({ stack, mode })))
    .map(({ stack, mode }, index) => ({ ...reached(stack, first + index), mode }));
}
