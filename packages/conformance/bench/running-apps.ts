import { chromiumRemedy, findChromium, openBrowser } from '@meteor-vs-mean/chromium';
import { startMongo, urlOf } from '@meteor-vs-mean/mongo';
import { type Build, findOrOffer, type RunningApp, type StackName, stacks } from '@meteor-vs-mean/stacks';
import { type Db, MongoClient } from 'mongodb';
import type { Browser } from 'playwright-core';

/** Production builds on one MongoDB, and a browser for them. */
export interface RunningApps {
  builds: readonly Build[];
  apps: ReadonlyMap<StackName, RunningApp>;
  /** Why a stack isn't among them. */
  notRun: Record<string, { reason: string; remedy: string }>;
  /** Of both apps. Writes into it wait for the majority. */
  db: Db;
  mongod: string;
  browser: Browser;
  /** Its version, and where it came from. */
  chromium: string;
}

export interface StartOptions {
  /** As `findOrOffer` takes it. */
  install: boolean | undefined;
  log(line: string): void;
  /** Gets what stops each part, as soon as it runs; called last first. */
  running: AsyncDisposableStack;
}

/**
 * Starts whatever stack is here.
 * @throws one line if there is no browser, or something doesn't start
 */
export async function startApps({ install, log, running }: StartOptions): Promise<RunningApps> {
  if (!(await findChromium())) throw new Error(`There is no Chromium: ${chromiumRemedy}.`);
  const { builds, notRun } = await buildStacks({ install, log });
  const mongo = await startMongo({ log });
  running.defer(() => mongo.stop());
  log(mongo.description);
  const database = `bench_${process.pid.toString(36)}_${Date.now().toString(36)}`;
  const client = await MongoClient.connect(urlOf(mongo, database), { writeConcern: { w: 'majority' } });
  running.defer(() => client.close());
  running.defer(async () => void (await client.db().dropDatabase()));
  const apps = new Map<StackName, RunningApp>();
  for (const build of builds) {
    const app = await build.start({ port: 0, mongo, database });
    running.defer(() => app.stop());
    apps.set(build.stack, app);
  }
  const { browser, version, source } = await openBrowser({ signals: false });
  running.defer(() => browser.close());
  return {
    ...{ builds, apps, notRun, browser },
    db: client.db(),
    mongod: mongo.version,
    chromium: `${version} (${source})`,
  };
}

/** Builds for production whatever stack is here. */
export async function buildStacks({
  install,
  log,
}: Omit<StartOptions, 'running'>): Promise<Pick<RunningApps, 'builds' | 'notRun'>> {
  const builds: Build[] = [];
  const notRun: RunningApps['notRun'] = {};
  for (const stack of Object.values(stacks)) {
    const found = await findOrOffer(stack, install);
    if (found.found) {
      log(found.description);
      builds.push(await stack.build({ log }));
    } else {
      const { reason, remedy } = found;
      notRun[stack.name] = { reason, remedy };
      log(`${stack.title} is not run: ${reason}. Remedy: ${remedy}.`);
    }
  }
  return { builds, notRun };
}
