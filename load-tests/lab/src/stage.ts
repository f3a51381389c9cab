import type { Size } from '@meteor-vs-mean/measure/results';
import type { Relay } from '@meteor-vs-mean/testbed/relay';
import type { TreeSample } from '@meteor-vs-mean/testbed/sampler';
import type { Page } from 'playwright-core';

/** Where one round is played: it starts programs, and ends all of them when the round is over. */
export interface Stage {
  readonly size: Size;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Starts a file as a program, in the environment of production. It calls `serve` of program-side.ts. */
  program(file: URL, options?: ProgramOptions): Promise<Program>;
  /** A fresh page of a Chromium of its own, whose CPU is that of its whole tree. */
  browser(): Promise<Browser>;
  /**
   * A relay of TCP in between, which counts every byte of both directions; with `roundTrip_ms` (an even number) by way
   * of toxiproxy. What a client sends first on a connection then waits one round trip more, for the handshake that
   * toxiproxy doesn't delay: opening a connection costs what it would.
   */
  meter(target: { host: string; port: number }, options?: { roundTrip_ms?: number }): Promise<Meter>;
}

export interface ProgramOptions {
  runtime?: 'node' | 'bun';
  /** Path of a Node to run it on, instead of ours: Meteor brings its own. */
  node?: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

export interface Program {
  readonly pid: number;
  /** What it gave to `serve` when it was ready, e.g. { port: 4711 }. */
  readonly ready: Record<string, unknown>;
  /**
   * Sends a command, `{ do: 'name', ... }`; resolves with its answer. Rejects with the program's own error, or its end.
   * All programs answer `{ do: 'cpu' }`: see `OwnCpu` of program-side.ts.
   */
  ask<Answer>(command: Record<string, unknown>): Promise<Answer>;
  stop(): Promise<void>;
}

export interface Browser {
  readonly page: Page;
  /** CPU of the whole process tree, since it began. */
  usage(): Promise<Pick<TreeSample, 'cpu_ms'>>;
  /** Context switches of all its threads, since each began; null where the system doesn't tell. */
  switches(): number | null;
}

/** What it counts is what clients wrote and what came for them. */
export type Meter = Pick<Relay, 'host' | 'port' | 'counts'>;
