import { connect } from 'node:net';
import { type StackName, stacks, type Transport } from '@meteor-vs-mean/stacks';

/** An app that answers, and how its browsers talk to it. */
export interface Reached {
  stack: StackName;
  title: string;
  /** Null where it isn't known: `npm run dev` doesn't say. */
  mode: string | null;
  url: string;
  transport: Transport;
}

export const host = '127.0.0.1';

/** Of the addresses that `npm run dev`, `npm start` and `npm run serve` take. */
export function standardApps(ports: Partial<Record<StackName, number>> = {}): Reached[] {
  return Object.values(stacks).map(({ name, title, defaultPort, defaultTransport }) => ({
    stack: name,
    title,
    mode: null,
    url: `http://${host}:${ports[name] ?? defaultPort}`,
    transport: defaultTransport,
  }));
}

/** Those of them that somebody listens for. */
export async function thatAnswer(apps: readonly Reached[]): Promise<Reached[]> {
  const answers = await Promise.all(apps.map(({ url }) => listens(Number(new URL(url).port))));
  return apps.filter((_, index) => answers[index]);
}

/** Whether somebody listens on this port of this machine. */
export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

/** For people: `MEAN, emit` or `MEAN`. */
export const nameOf = ({ title, mode }: Pick<Reached, 'title' | 'mode'>): string =>
  mode === null ? title : `${title}, ${mode}`;
