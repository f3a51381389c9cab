import { answers, host } from '@meteor-vs-mean/testbed/process';
import { apps, type Stack, type StackName, type Transport } from '@meteor-vs-mean/testbed/stacks';

/** A running app, and the transport of its browsers. */
export interface Reached {
  stack: StackName;
  title: string;
  /** Null if unknown, because `npm run dev` doesn't report it. */
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

/** At the default addresses of `npm run dev`, `npm start` and `npm run serve`. */
export function standardApps(ports: Partial<Record<StackName, number>> = {}): Reached[] {
  return apps.map((stack) => ({ ...reached(stack, ports[stack.name] ?? stack.defaultPort), mode: null }));
}

/** The apps that accept connections. */
export async function thatAnswer(apps: readonly Reached[]): Promise<Reached[]> {
  const isThere = await Promise.all(apps.map(({ port }) => answers(port)));
  return apps.filter((_, index) => isThere[index]);
}

/** For display: `MEAN, emit` or `MEAN`. */
export const nameOf = ({ title, mode }: Pick<Reached, 'title' | 'mode'>): string =>
  mode === null ? title : `${title}, ${mode}`;

/** The first port; the other apps use the next ones. */
export const firstModePort = 3310;

/** The first app's port in `workshop:break`; the other app uses the next one. */
export const firstLinePort = 3400;

/** Every mode of every app, in the order of the stacks, each with a fixed port that all commands share. */
export function modeApps(first = firstModePort) {
  return apps
    .flatMap((stack) => stack.modes.map((mode) => ({ stack, mode })))
    .map(({ stack, mode }, index) => ({ ...reached(stack, first + index), mode }));
}
