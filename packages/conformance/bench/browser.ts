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
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { asTyped, computerFacts } from '@meteor-vs-mean/bench';
import { runCommand } from './command.ts';
import { type Download, downloadOf } from './download.ts';
import { help, type Options, optionsFrom } from './options.ts';
import { isThere, openReader, openWriter } from './pages.ts';
import { type Pair, summaryOf } from './pair.ts';
import { type RunningApps, startApps } from './running-apps.ts';

const date = new Date();
const log = (line: string): void => console.error(line);

async function bench(
  { count, out, git, install, toy }: Options,
  running: AsyncDisposableStack,
): Promise<void> {
  const started = await startApps({ install, log, running });
  const { apps, builds, notRun, mongod, chromium } = started;
  const pairs = await openPairs(started);
  const received = await downloads(started);
  await clickInTurns(pairs, count);
  for (const pair of pairs) {
    pair.clocksApart_ms = (await pair.reader.clockOffset_ms()) - (await pair.writer.clockOffset_ms());
  }
  const summary = pairs.map(summaryOf);
  const result = {
    ...(toy ? { toy } : {}),
    date: date.toISOString(),
    command: asTyped('npm run bench:browser', process.argv.slice(2), toy),
    what: "from the click's timeStamp in one page to the MutationObserver in another that sees the row change",
    clock:
      'performance.timeOrigin + performance.now() of each page, less how far the pages lie apart against Date.now()',
    git,
    machine: computerFacts(),
    versions: {
      chromium,
      mongod,
      node: process.versions.node,
      ...Object.fromEntries(builds.map(({ stack, versions }) => [stack, versions])),
    },
    modes: Object.fromEntries([...apps].map(([name, app]) => [name, app.mode])),
    notRun,
    clicks: count,
    pairs: summary,
    javascript: Object.fromEntries(
      builds.map(({ stack, javascript }) => [stack, { ...javascript, received: received[stack] }]),
    ),
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
  for (const [name, { page, scripts, received_bytes }] of Object.entries(received)) {
    const encodings = [...new Set(scripts.map(({ encoding }) => encoding))].join(', ');
    const kB = (received_bytes / 1000).toFixed(1);
    console.log(
      `${name}: ${kB} kB of JavaScript received for ${page} (${scripts.length} files; ${encodings})`,
    );
  }
  console.log(`-> ${out}`);
  if (toy) console.log('TOY=1: so few clicks only show that the command works; these figures say nothing');
}

/** Each with a list of its own, and one todo in it. */
async function openPairs({ apps, browser, db }: RunningApps): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const [from, writing] of apps) {
    for (const [to, reading] of apps) {
      const path = await makeList(db, `${from}-${to}`);
      const writer = await openWriter(browser, `${writing.url}${path}`);
      const reader = await openReader(browser, `${reading.url}${path}`);
      pairs.push({ name: `${from} -> ${to}`, samples_ms: [], clocksApart_ms: 0, writer, reader });
    }
  }
  return pairs;
}

/** @returns its address in either app */
async function makeList(db: RunningApps['db'], _id: string): Promise<string> {
  const collection = (name: string) => db.collection<{ _id: string; [field: string]: unknown }>(name);
  const createdAt = new Date();
  await collection('lists').insertOne({ _id, name: _id, createdAt });
  await collection('todos').insertOne({ _id, listId: _id, text: 'click me', done: false, createdAt });
  return `/lists/${_id}`;
}

async function downloads({ apps, browser, db }: RunningApps): Promise<Record<string, Download>> {
  const path = await makeList(db, 'download');
  const entries: [string, Download][] = [];
  for (const [name, { url }] of apps) {
    entries.push([name, await downloadOf(browser, new URL(path, url), isThere)]);
  }
  return Object.fromEntries(entries);
}

async function clickInTurns(pairs: readonly Pair[], count: number): Promise<void> {
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
}

/** @returns milliseconds, by the two pages' own clocks */
async function click({ name, writer, reader }: Pair): Promise<number> {
  const seen = reader.next();
  const clicked_ms = await writer.click();
  const seen_ms = await Promise.race([seen, pause(20_000, undefined)]);
  if (seen_ms === undefined) throw new Error(`${name}: a click didn't arrive in 20 s`);
  return seen_ms - clicked_ms;
}

await runCommand('bench:browser', { help, options: (args) => optionsFrom(args), run: bench });
