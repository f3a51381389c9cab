import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isCompare, isToyRun, readManifest } from '@meteor-vs-mean/measure/results';
import { type Mongo, startMongo } from '@meteor-vs-mean/testbed/mongo';
import { recordedReference, references } from '@meteor-vs-mean/writeup/references';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildHere, type Checkout, copyCheckout } from '../../checkout/copy.ts';
import { environmentOf } from '../../checkout/environment.ts';
import { type Command, split } from '../src/commands.ts';
import { coveredBy } from '../src/covered-by.ts';
import { documentedPages } from '../src/documented-pages.ts';
import { exceptionFor } from '../src/exceptions.ts';
import { isLasting, type Lasting, Terminal } from '../src/terminal.ts';
import { Turns } from '../src/turns.ts';

const all = documentedPages();
const documented = all.flatMap(({ commands }) => commands);

/** Pages whose commands change the apps come last, one after the other. */
const changesApps = ({ commands }: { commands: readonly Command[] }) =>
  commands.some(({ text }) => /^git |^npm run workshop:solution -- --apply/.test(text));
const ordered = [...all.filter((page) => !changesApps(page)), ...all.filter(changesApps)];

const haveOwnTest = new Set(coveredBy.map(({ command }) => command));
const isTriedHere = ({ text }: Command) => exceptionFor(text) === undefined && !haveOwnTest.has(text);

/** A checkpoint of the workshop reports what is missing, such as an app. */
const needsApp = /^npx (artillery|pubsub-capacity)/;

/** Each page's commands that no earlier page has, with the servers that run at the same time. */
const told = new Set<string>();
const plays = ordered.flatMap(({ path: page, text, commands }) => {
  const isAlone = changesApps({ commands });
  const tried = commands.filter(isTriedHere);
  const fresh = new Set(tried.filter((one) => !told.has(one.text)).map((one) => one.text));
  for (const one of fresh) told.add(one);
  return fresh.size === 0 ? [] : [{ page, text, tried, fresh, isAlone }];
});
type Play = (typeof plays)[number];

/** Servers that a later command of some page needs: the pages that need one start it, and no others. */
const neededUp = new Set(
  plays.flatMap(({ tried, fresh }) =>
    tried
      .filter(({ text }, index) => isLasting(text) && isAppNeeded(tried.slice(index + 1), fresh))
      .map(({ text }) => text),
  ),
);

/** Three commands at a time: while one waits for a round to end, the others use the cores. */
const commandsAtOnce = new Turns(3);

let mongo: Mongo;
let checkout: Checkout;
let terminal: Terminal;

beforeAll(async () => {
  [mongo] = await Promise.all([startMongo({ url: '' }), buildHere()]);
  checkout = await copyCheckout({ packages: 'linked' });
  terminal = new Terminal(checkout.folder, {
    ...(await environmentOf(checkout)),
    MONGO_URL: mongo.url,
    // It makes `npm test` and the benchmarks of single parts run only for seconds.
    TOY: '1',
    // The author of commits in the copy.
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((who) => [
        [`GIT_${who}_NAME`, 'the test'],
        [`GIT_${who}_EMAIL`, 'test@example.org'],
      ]),
    ),
  });
  // The copy is a separate repository, like a clone.
  await terminal.run('git init --quiet && git add --all && git commit --quiet --message "A clone"');
}, 300_000);

afterAll(async () => {
  await terminal?.close();
  await checkout?.[Symbol.asyncDispose]();
  await mongo?.stop();
});

test("only commands that can't run are exceptions, and examples have no blanks but results folders", () => {
  const blanks = documented
    .filter(({ text }) => exceptionFor(text) === undefined)
    .filter(({ text }) => /<[^>]*>/.test(text.replaceAll(blank, '')));
  expect(blanks.map(({ page, line, text }) => `${page}:${line} ${text}`)).toEqual([]);
});

const blank = /<(?:results )?folder>|<A>|<B>/g;

describe.concurrent('every command works as written', () => {
  test.for(plays.filter(({ isAlone }) => !isAlone))('in $page', { timeout: 900_000 }, play);
});

describe('every command of pages that change the apps works as written', () => {
  test.for(plays.filter(({ isAlone }) => isAlone))('in $page', { timeout: 600_000 }, async (one) => {
    await play(one);
    // The next page starts without this page's changes.
    await terminal.run('git reset --quiet --hard');
  });
});

test('every results folder that they left is marked as a toy', async () => {
  const folders = await results();
  expect(folders.length).toBeGreaterThan(5);
  for (const folder of folders) expect(await saysToy(folder), folder).toBe(true);
});

/**
 * Runs them in order: a report needs an earlier run, and an app is served before it is put under load. Measuring
 * commands need nothing from the page, which continues at the same time.
 */
async function play({ text, tried, fresh }: Play): Promise<void> {
  await writeFiles(text);
  const measuring: Promise<void>[] = [];
  let up: Lasting | undefined;
  const end = async () => {
    const ended = up?.interrupt();
    up = undefined;
    await ended;
  };
  try {
    for (const [index, command] of tried.entries()) {
      const isNew = fresh.delete(command.text);
      const isNeeded = isAppNeeded(tried.slice(index + 1), fresh);
      if (isLasting(command.text)) {
        if (!isNeeded && (!isNew || neededUp.has(command.text))) continue;
        up = await terminal.keep(command.text);
      } else if (isNew && measures.test(command.text)) {
        const running = run(command);
        running.catch(() => {}); // reported below
        measuring.push(running);
      } else if (isNew) {
        if (readsRuns.test(command.text)) await Promise.all(measuring);
        await run(command);
      }
      if (!isNeeded) await end();
    }
    await Promise.all(measuring);
  } finally {
    await end().catch(() => {});
    await Promise.allSettled(measuring);
  }
}

/** Needs neither a running app nor an earlier run. */
const measures = /^npm run (-s )?(compare|lab|bench)\b/;
/** Has an option for its size. */
const takesSize =
  /^npm run (-s )?((compare|attack|record -w @meteor-vs-mean\/code)( --(?= )|(?=$| [^-]))|lab --(?= ))/;
/** Needs earlier runs. */
const readsRuns = /^npm run (report .*<|workshop:check)/;

/** Whether a command needs the app before the next server starts. */
function isAppNeeded(next: readonly Command[], fresh: ReadonlySet<string>): boolean {
  const until = next.findIndex(({ text }) => isLasting(text));
  const meanwhile = until === -1 ? next : next.slice(0, until);
  return meanwhile.some(({ text }) => fresh.has(text) && needsApp.test(text));
}

/** For compare and the lab it is the manifest's; for a command that writes one file, that file's. */
async function saysToy(folder: string): Promise<boolean> {
  const manifest = await readManifest(folder).catch(() => undefined);
  if (manifest) return isToyRun(manifest);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const contents = await Promise.all(
    files.map((name) => readFile(path.join(folder, name), 'utf8').then(JSON.parse)),
  );
  return contents.length > 0 && contents.every(({ toy }) => toy === true);
}

/** A measuring command with `--toy`, its only size. */
const toyOf = (text: string) => {
  const sized = atToySize(text);
  return sized.includes(' --toy')
    ? sized.replace(/ --(clients|rate|duration|rounds|steps) \S+/g, '')
    : undefined;
};

/** Of commands that only differ in size, the first is run; those with their own tests were. */
const measured = new Set(coveredBy.map(({ command }) => toyOf(command)));

async function run({ page, line, text }: Command): Promise<void> {
  const toy = toyOf(text);
  if (toy !== undefined) {
    if (measured.has(toy)) return;
    measured.add(toy);
  }
  using _turn = await commandsAtOnce.take();
  const folders = await blanksOf();
  let next = 0;
  const filled = text.replaceAll(blank, () => folders[next++] ?? '');
  await terminal.run(atToySize(filled)).catch((error: Error) => {
    throw new Error(`${page}:${line}: ${error.message}`);
  });
}

/** A measuring command with `--toy`; other commands unchanged. The lab's `--quick` would exclude it. */
function atToySize(text: string): string {
  // One level instead of several.
  if (text.startsWith('npx pubsub-capacity')) return `${text} --from 5 --most 5`;
  const [command] = takesSize.exec(text) ?? [];
  if (command === undefined || / --(toy|resume|help|list)\b/.test(text)) return text;
  const rest = text.slice(command.length).replace(/ --quick\b/, '');
  return `${command.replace(/( --)?$/, ' --')} --toy${rest}`;
}

/** Results folders in the copy, newest first. */
async function results(): Promise<string[]> {
  const place = path.join(checkout.folder, 'load-tests/results');
  const names = await readdir(place).catch(() => []);
  const found = names.filter((name) => name !== 'reference' && !name.startsWith('.'));
  const folders = await Promise.all(
    found.map(async (name) => {
      const folder = path.join(place, name);
      return { folder, at: (await stat(folder)).mtimeMs };
    }),
  );
  return folders.toSorted((a, b) => b.at - a.at).map(({ folder }) => folder);
}

/**
 * The folders for the blanks: compare's first, because two of them can be compared. Without a completed run, recorded
 * ones.
 */
async function blanksOf(): Promise<string[]> {
  const folders = await results();
  const manifests = await Promise.all(folders.map((folder) => readManifest(folder).catch(() => undefined)));
  const ofLab = (index: number) => {
    const manifest = manifests[index];
    return manifest !== undefined && !isCompare(manifest) && manifest.kind !== 'conformance';
  };
  return [
    ...folders.filter((_, index) => manifests[index]?.kind === 'compare'),
    ...(await recorded()),
    ...folders.filter((_, index) => ofLab(index)),
  ];
}

async function recorded(): Promise<string[]> {
  const places = await Promise.all(
    [references.full200, references.again].map((one) => recordedReference(one)),
  );
  return places.map(({ folder }) => path.join(checkout.folder, 'load-tests/results/reference', folder));
}

/** A block with a file name is that file, in the folder where the page's commands are typed. */
async function writeFiles(text: string): Promise<void> {
  for (const { info, lines } of split(text).blocks) {
    const [, name] = info.split(/\s+/);
    if (name === undefined || !/^[\w./-]+\.\w+$/.test(name)) continue;
    const file = path.join(checkout.folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `${lines.join('\n')}\n`);
  }
}
