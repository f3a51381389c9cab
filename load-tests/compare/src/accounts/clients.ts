import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RoundTestbed } from '@meteor-vs-mean/experiments/command';
import { type MadeAccount, writeAccounts } from '@meteor-vs-mean/testbed/accounts';
import { root } from '@meteor-vs-mean/testbed/process';
import { stackNamed } from '@meteor-vs-mean/testbed/stacks';
import { type Run, readRun } from 'artillery-engine-pubsub';
import { environmentOf } from '../contestants/environments.ts';
import { startGenerator, untilStarted } from '../generator/generator.ts';

/** What the clients of one Artillery do. */
export interface ClientsPlan {
  stack: string;
  /** Of the app. */
  url: string;
  /** A file of load-tests/scenarios, without its ending. */
  scenario: 'log-in' | 'private' | 'idle-clients';
  clients: number;
  arrivals_per_s: number;
  /** One for each client; empty: the clients are guests. */
  accounts: readonly MadeAccount[];
  variables?: Record<string, unknown>;
  pubsub?: Record<string, unknown>;
}

/** Clients that are all connected, logged in where they have an account, and subscribed. They stay until the end. */
export interface HeldClients {
  /** Ends them, and waits for the end of their flow. @returns what they recorded */
  release(): Promise<Run>;
}

/**
 * Starts Artillery, and resolves when all of its clients are ready.
 * @throws what went wrong with it
 */
export async function gatherClients(testbed: RoundTestbed, plan: ClientsPlan): Promise<HeldClients> {
  // It has the accounts' tokens: only this user can read it, and it is removed with the round.
  const folder = await testbed.own(
    () => mkdtemp(path.join(tmpdir(), 'accounts-')),
    (made) => rm(made, { recursive: true, force: true }),
  );
  const out = path.join(folder, 'out');
  await mkdir(out);
  const { stack, accounts, variables = {}, pubsub = {} } = plan;
  const payload = path.join(folder, 'accounts.csv');
  if (accounts.length > 0) await writeAccounts(payload, accounts);
  const transport = stackNamed(stack).defaultTransport;
  const generator = await testbed.own(
    () =>
      startGenerator({
        scenario: path.join(root, 'load-tests/scenarios', `${plan.scenario}.yml`),
        environment: environmentOf(stack, transport),
        target: plan.url,
        clients: plan.clients,
        arrivals_per_s: plan.arrivals_per_s,
        out,
        pubsub: { transport, ...pubsub },
        variables: { hold: 3600, ...variables },
        ...(accounts.length > 0 ? { payload } : {}),
        log: path.join(folder, 'artillery.log'),
      }),
    (started) => started.stop(),
  );
  await untilStarted(out, generator, testbed.signal);
  return {
    async release() {
      await writeFile(path.join(out, 'release'), '');
      const { failed } = await generator.ended;
      if (failed !== null) throw new Error(failed);
      return readRun(out);
    },
  };
}
