import type { Target } from '../experiment.ts';
import type { Program } from '../program.ts';
import type { LabTestbed } from '../testbed.ts';

/** What carries messages: a server that sends each of them to all of its subscribers, and what a subscriber is. */
export interface Carrier extends Target {
  /** Starts the server, a program that calls `serveFanOut`. */
  start(testbed: LabTestbed, options: ServerOptions): Promise<Program>;
  /** In a process of clients: resolves when the subscriber gets whatever is sent from then on. */
  connect(options: SubscriberOptions): Promise<Subscriber>;
}

export interface ServerOptions {
  /** Agree to permessage-deflate, with the settings of deflate.ts; without it, refuse. */
  deflate: boolean;
  /** Over the environment that programs have. */
  env: Readonly<Record<string, string>>;
}

export interface SubscriberOptions {
  host: string;
  port: number;
  /** Offer permessage-deflate, as browsers do. */
  deflate: boolean;
  onTodo: OnTodo;
}

/**
 * A message has come and was parsed.
 * @param at_ns process.hrtime.bigint() at the websocket's message callback, before it was parsed
 */
export type OnTodo = (id: string, text: string, at_ns: bigint) => void;

export interface Subscriber {
  /** Of the handshake: what the server agreed to, '' for nothing. */
  readonly extensions: string;
}

/** Starts a target's own file as its server. */
export function startServer(
  file: string,
  testbed: LabTestbed,
  { deflate, env }: ServerOptions,
): Promise<Program> {
  return testbed.program(new URL(file), { args: deflate ? ['deflate'] : [], env });
}
