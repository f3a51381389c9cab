import { type Client, type ConnectOptions, connect } from '@meteor-vs-mean/pubsub-client';
import type { Testbed } from '@meteor-vs-mean/testbed';
import {
  type RunningApp,
  type StackName,
  type StartOptions,
  stackNamed,
} from '@meteor-vs-mean/testbed/stacks';
import type { Db } from 'mongodb';
import { addressOf } from '../address.ts';
import type { Witnessed } from '../watch.ts';

/** What one case finds. */
export interface Outcome {
  /** Whether the bound held, however long it took. */
  held: boolean;
  /** Whether it held within the times that the case gives; left out by a case that gives none. */
  inTime?: boolean;
  /** What was seen, in a sentence with its figures. */
  seen: string;
}

/** What a case is done to: an app of its own, with a database of its own. */
export interface Scene {
  stack: StackName;
  app: RunningApp;
  db: Db;
  testbed: Testbed;
  /** A client as the stack's browsers are, from the address with that number. */
  client(address: number): Promise<Client>;
}

/** A case by hand. Its name says the effect, and its bound what must hold. */
export interface Case {
  key: string;
  /** What is done, as a line of a table. */
  title: string;
  /** What has to hold, at any speed. */
  bound: string;
  /** The same sentence with the times within which it has to hold; left out by a case that has none. */
  boundInTime?: string;
  /** Stacks that it says something of. */
  stacks: readonly StackName[];
  /** What the app is started with. */
  start?: Pick<StartOptions, 'env'>;
  /** Whether it needs a MongoDB of its own, to stop it. */
  hasOwnMongo?: boolean;
  run(scene: Scene): Promise<Outcome>;
}

/** What a case must hold to. @param isTimed whether within its times, too */
export function boundOf(one: Pick<Case, 'bound' | 'boundInTime'>, isTimed: boolean): string {
  return (isTimed ? one.boundInTime : undefined) ?? one.bound;
}

export function clientOf(
  stack: StackName,
  url: string,
  address: number,
  options: Pick<ConnectOptions, 'reconnect' | 'timeout_ms' | 'login'> = {},
): Promise<Client> {
  return connect({
    url,
    transport: stackNamed(stack).defaultTransport,
    subscribeEvent: 'subscribe',
    unsubscribeEvent: 'unsubscribe',
    localAddress: addressOf(address),
    ...options,
  });
}

/** @returns the codes of calls that were made at once, `ok` for a result */
export function codesOf(calls: readonly Promise<unknown>[]): Promise<string[]> {
  return Promise.all(
    calls.map((call) =>
      call.then(
        () => 'ok',
        (error: { code?: string }) => error.code ?? String(error),
      ),
    ),
  );
}

export function countOf(codes: readonly string[], code: string): number {
  return codes.filter((one) => one === code).length;
}

/** @returns whether an app's process has ended by then */
export function watchEnd({ exited }: RunningApp): () => boolean {
  let hasEnded = false;
  void exited.then(() => {
    hasEnded = true;
  });
  return () => hasEnded;
}

/** Whether somebody gets what everybody may see. @param opening their connection */
export async function isServed(opening: Promise<Client>): Promise<boolean> {
  try {
    const client = await opening;
    await client.subscribe('lists.all', {});
    await client.close();
    return true;
  } catch {
    return false;
  }
}

/** What one who used the app meanwhile says of a case. @param witnessed undefined: they didn't live to tell */
export function answeredMeanwhile(witnessed: Witnessed | undefined): Required<Outcome> {
  if (!witnessed) return { held: false, inTime: false, seen: 'others weren’t answered' };
  const { acknowledgement, failures } = witnessed;
  const { p99_ms } = acknowledgement;
  const p99 = p99_ms === null ? 'is among what failed' : `${Math.round(p99_ms)} ms`;
  return {
    held: p99_ms !== null && failures.calls + failures.pages === 0,
    inTime: p99_ms !== null && p99_ms < 500,
    seen: `others’ p99 ${p99}, ${failures.calls} of their calls and ${failures.pages} of their pages failed`,
  };
}

/** For the sentence that says what was seen. */
export function areServed(isServed: boolean): string {
  return `others ${isServed ? 'are' : 'aren’t'} served`;
}
