/**
 * `npm run bench:browser`: the time from a click in one browser to the change in another, for every pair of stacks.
 *
 * One Chromium on one machine holds a writer's and a reader's page for each pair, each in a profile of its own, and
 * each pair on a list of its own. The pairs take turns, so that what disturbs the machine disturbs all of them.
 * A sample begins with the click's own `timeStamp` (a real mouse event, given by the browser) and ends in the
 * MutationObserver that sees the row's class change in the other page. Both are read as
 * `performance.timeOrigin + performance.now()`: a monotonic clock, from a start that each renderer process reads
 * once. How far those starts lie apart is measured (against Date.now(), which all processes share), taken off, and
 * written into the result.
 */
import { execFile } from 'node:child_process';
import { access, mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { chromiumRemedy, findChromium, openBrowser } from '@meteor-vs-mean/chromium';
import { startMongo, urlOf } from '@meteor-vs-mean/mongo';
import { type Build, type RunningApp, type StackName, stacks } from '@meteor-vs-mean/stacks';
import { MongoClient } from 'mongodb';
import { root } from '../src/sources.ts';
import { openReader, openWriter } from './pages.ts';
import { type Pair, summaryOf } from './pair.ts';

const { values } = parseArgs({ options: { out: { type: 'string' }, count: { type: 'string' } } });
const count = Number(values.count ?? 100);
if (!Number.isInteger(count) || count < 1)
  fail(`--count is a number of clicks a pair, from 1: ${values.count}`);
const date = new Date();
const stamp = date.toISOString().slice(0, 19).replaceAll(':', '-');
const out = resolve(values.out ?? join(root, 'load-tests/results', `${stamp}-browser`));
const isTaken = await access(out).then(
  () => true,
  () => false,
);
if (isTaken) fail(`--out is there already: ${out}`);
if (!(await findChromium())) fail(`There is no Chromium: ${chromiumRemedy}.`);

/** What runs, last first, so that it is stopped in the right order; also on Ctrl-C. */
const running: (() => Promise<unknown>)[] = [];
const stopAll = async () => {
  for (const stop of running.splice(0).reverse()) await stop().catch(() => {});
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await stopAll();
    process.exit(1);
  });
}
try {
  await bench();
} catch (error) {
  console.error(`bench:browser: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await stopAll();
}

async function bench(): Promise<void> {
  const builds: Build[] = [];
  for (const stack of Object.values(stacks)) {
    const found = await stack.find();
    if (found.found) builds.push(await stack.build({ log: console.log }));
    else console.log(`Without ${stack.title}: ${found.reason}. To have it: ${found.remedy}.`);
  }
  const mongo = await startMongo();
  running.push(() => mongo.stop());
  const database = `bench_${process.pid.toString(36)}_${Date.now().toString(36)}`;
  const client = await MongoClient.connect(urlOf(mongo, database), { writeConcern: { w: 'majority' } });
  running.push(() => client.close());
  running.push(() => client.db().dropDatabase());
  const apps = new Map<StackName, RunningApp>();
  for (const build of builds) {
    const app = await build.start({ port: 0, mongo, database });
    running.push(() => app.stop());
    apps.set(build.stack, app);
  }
  const { browser, version, source } = await openBrowser();
  running.push(() => browser.close());

  const pairs: Pair[] = [];
  for (const [from, writing] of apps) {
    for (const [to, reading] of apps) {
      const listId = `${from}-${to}`;
      const createdAt = new Date();
      await client
        .db()
        .collection<{ _id: string }>('lists')
        .insertOne({
          ...{ _id: listId, name: listId, createdAt },
        } as { _id: string });
      await client
        .db()
        .collection<{ _id: string }>('todos')
        .insertOne({
          ...{ _id: listId, listId, text: 'click me', done: false, createdAt },
        } as { _id: string });
      const path = `/lists/${listId}`;
      const writer = await openWriter(browser, `${writing.url}${path}`);
      const reader = await openReader(browser, `${reading.url}${path}`);
      pairs.push({ name: `${from} -> ${to}`, samples_ms: [], clocksApart_ms: 0, writer, reader });
    }
  }
  const warmUp = 5;
  for (let n = -warmUp; n < count; n += 1) {
    // Each round begins with another pair: none always comes after the same one.
    for (let k = 0; k < pairs.length; k += 1) {
      const pair = pairs[(n + warmUp + k) % pairs.length] as Pair;
      const elapsed_ms = await click(pair);
      if (n >= 0) pair.samples_ms.push(elapsed_ms);
      // Not in step with anything that either app does at intervals.
      await pause(20 + (((n + warmUp) * 37 + k * 11) % 40));
    }
  }
  for (const pair of pairs) {
    pair.clocksApart_ms = (await pair.reader.clockOffset_ms()) - (await pair.writer.clockOffset_ms());
  }
  const summary = pairs.map(summaryOf);
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: root })).stdout.trim();
  const result = {
    date: date.toISOString(),
    command: `npm run bench:browser -- ${process.argv.slice(2).join(' ')}`.replace(/ -- $/, ''),
    what: "from the click's timeStamp in one page to the MutationObserver in another that sees the row change",
    clock:
      'performance.timeOrigin + performance.now() of each page, less how far the pages lie apart against Date.now()',
    git: await git('rev-parse', 'HEAD').catch(() => null),
    machine: {
      cpu: os.cpus()[0]?.model.trim() ?? 'unknown',
      cores: os.availableParallelism(),
      memory_bytes: os.totalmem(),
      kernel: `${os.type()} ${os.release()}`,
      os: `${os.platform()} ${os.arch()}`,
    },
    versions: {
      chromium: `${version} (${source})`,
      mongod: mongo.version,
      node: process.versions.node,
      ...Object.fromEntries(builds.map(({ stack, versions }) => [stack, versions])),
    },
    modes: Object.fromEntries([...apps].map(([name, app]) => [name, app.mode])),
    clicks: count,
    pairs: summary,
  };
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'browser.json'), `${JSON.stringify(result, null, 2)}\n`);
  console.table(
    Object.fromEntries(
      summary.map(({ name, p50_ms, p95_ms, samples_ms }) => [
        name,
        { clicks: samples_ms.length, p50_ms, p95_ms },
      ]),
    ),
  );
  console.log(`-> ${out}`);
}

/** @returns milliseconds, by the two pages' own clocks */
async function click({ name, writer, reader }: Pair): Promise<number> {
  const seen = reader.next();
  const clicked_ms = await writer.click();
  const seen_ms = await Promise.race([seen, pause(20_000, undefined)]);
  if (seen_ms === undefined) throw new Error(`${name}: a click didn't arrive in 20 s`);
  return seen_ms - clicked_ms;
}

function fail(reason: string): never {
  console.error(`bench:browser: ${reason}`);
  process.exit(1);
}
