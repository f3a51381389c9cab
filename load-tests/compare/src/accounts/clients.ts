import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type MadeAccount, makeAccounts, writeAccounts } from '@meteor-vs-mean/accounts';
import { root } from '@meteor-vs-mean/process';
import { stackNamed } from '@meteor-vs-mean/stacks';
import type { AppStage } from '@meteor-vs-mean/stage';
import { type Run, readRun } from 'artillery-engine-pubsub';
import type { Db } from 'mongodb';
import { startGenerator, untilStarted } from '../generator/generator.ts';

/** What the clients of one Artillery are to do. */
export interface ClientsPlan {
  stack: string;
  /** Of the app. */
  url: string;
  /** A file of load-tests/scenarios, without its ending. */
  scenario: 'log-in' | 'private' | 'idle-clients';
  clients: number;
  arrivals_per_s: number;
  /** Whose clients they are, one each; none: they are guests. */
  accounts: readonly MadeAccount[];
  variables?: Record<string, unknown>;
  pubsub?: Record<string, unknown>;
}

/** Clients that are all connected, logged in where they have an account, and subscribed. They stay until the end. */
export interface HeldClients {
  /** Lets them go, and waits for the end of their flow. @returns what they left */
  release(): Promise<Run>;
}

/** A folder that nobody else can read, gone with the round: the accounts' tokens are in it. */
export function temporaryFolder(stage: AppStage): Promise<string> {
  return stage.own(
    () => mkdtemp(path.join(tmpdir(), 'accounts-')),
    (folder) => rm(folder, { recursive: true, force: true }),
  );
}

/**
 * Accounts of the round's database, each with a private list that holds so many todos. They are made before the app
 * starts: what it hears of them would be in the CPU of its first clients.
 */
export function accountsIn(db: Db, count: number, todos: number): Promise<MadeAccount[]> {
  return makeAccounts(db, { count, todos });
}

/**
 * Starts Artillery, and resolves when all of its clients are ready.
 * @param folder for its files; each call makes one of its own in it
 * @throws what went wrong with it
 */
export async function gatherClients(
  stage: AppStage,
  folder: string,
  name: string,
  plan: ClientsPlan,
): Promise<HeldClients> {
  const out = path.join(folder, name);
  await mkdir(out, { recursive: true });
  const { stack, accounts, variables = {}, pubsub = {} } = plan;
  const payload = path.join(folder, `${name}.csv`);
  if (accounts.length > 0) await writeAccounts(payload, accounts);
  const { defaultTransport, environment } = stackNamed(stack);
  const generator = await stage.own(
    () =>
      startGenerator({
        scenario: path.join(root, 'load-tests/scenarios', `${plan.scenario}.yml`),
        environment,
        target: plan.url,
        clients: plan.clients,
        arrivals_per_s: plan.arrivals_per_s,
        out,
        pubsub: { transport: defaultTransport, ...pubsub },
        variables: { hold: 3600, ...variables },
        ...(accounts.length > 0 ? { payload } : {}),
        log: path.join(folder, `${name}.log`),
      }),
    (started) => started.stop(),
  );
  await untilStarted(out, generator, stage.signal);
  return {
    async release() {
      await writeFile(path.join(out, 'release'), '');
      const { failed } = await generator.ended;
      if (failed !== null) throw new Error(failed);
      return readRun(out);
    },
  };
}
