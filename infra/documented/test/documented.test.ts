import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Mongo, startMongo } from '@meteor-vs-mean/mongo';
import { isLab, isToyRun, readManifest } from '@meteor-vs-mean/report';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Checkout, copyCheckout } from '../../checkout/copy.ts';
import { environmentOf } from '../../checkout/environment.ts';
import { withoutExamples } from '../../contributing/examples.ts';
import { type Command, commandsOf, split } from '../src/commands.ts';
import { exceptionFor, exceptions, objection } from '../src/exceptions.ts';
import { pages } from '../src/pages.ts';
import { isLasting, type Lasting, Terminal } from '../src/terminal.ts';
import { Turns } from '../src/turns.ts';

// The examples of CONTRIBUTING.md have a test of their own, which does their other steps, too.
const all = pages()
  .map((page) => ({ ...page, text: withoutExamples(page.text) }))
  .map((page) => ({ ...page, commands: commandsOf(page) }));
const documented = all.flatMap(({ commands }) => commands);

/** Those of the workshop change the apps: they come last, one after the other. */
const isWorkshop = (page: string) => page.includes('workshop');
const ordered = [
  ...all.filter(({ path }) => !isWorkshop(path)),
  ...all.filter(({ path }) => isWorkshop(path) && !path.endsWith('README.md')),
  ...all.filter(({ path }) => isWorkshop(path) && path.endsWith('README.md')),
];

/** Of each page the commands that no page before it has, with what stays up while they run. */
const told = new Set<string>();
const plays = ordered.flatMap(({ path: page, text, commands }) => {
  const tried = commands.filter(({ text }) => exceptionFor(text) === undefined);
  const fresh = new Set(tried.filter((one) => !told.has(one.text)).map((one) => one.text));
  for (const one of fresh) told.add(one);
  return fresh.size === 0 ? [] : [{ page, text, tried, fresh }];
});
type Play = (typeof plays)[number];

/** Two pages at a time: while one waits for a round to end, the other has the cores. */
const pagesAtOnce = new Turns(2);
/** But one at a time has what stays up, on the ports that are documented. */
const ports = new Turns(1);

let mongo: Mongo;
let checkout: Checkout;
let terminal: Terminal;

beforeAll(async () => {
  mongo = await startMongo();
  checkout = await copyCheckout({ packages: 'linked' });
  terminal = new Terminal(checkout.folder, {
    ...(await environmentOf(checkout)),
    MONGO_URL: mongo.url,
    TOY: '1',
    // What is written into the copy's history is nobody's.
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((who) => [
        [`GIT_${who}_NAME`, 'the test'],
        [`GIT_${who}_EMAIL`, 'test@example.org'],
      ]),
    ),
  });
  // The copy is a repository of its own, as a clone would be.
  await terminal.run('git init --quiet && git add --all && git commit --quiet --message "A clone"');
}, 300_000);

afterAll(async () => {
  await terminal?.close();
  await checkout?.[Symbol.asyncDispose]();
  await mongo?.stop();
});

test('commands are found as they are written', () => {
  const text = [
    'Type `npm run dev` or `npm run compare -- --full`; `npm` alone is a program, and so is `node:24-slim`.',
    '```sh',
    '# a comment',
    'TOY=1 npm run lab -- all \\',
    '  --quick   # two minutes',
    '```',
    '```',
    'npm ci && npm test',
    'what it prints',
    '```',
    '```text',
    'npm run nothing',
    '```',
  ].join('\n');
  expect(commandsOf({ path: 'x.md', text }).map(({ line, text }) => [line, text])).toEqual([
    [1, 'npm run dev'],
    [1, 'npm run compare -- --full'],
    [4, 'TOY=1 npm run lab -- all --quick'],
    [8, 'npm ci'],
    [8, 'npm test'],
  ]);
});

test('the front page has the two commands, and every page is looked at', () => {
  expect(all[0]?.path).toBe('README.md');
  expect(all[0]?.commands.slice(0, 4).map(({ text }) => text)).toEqual([
    ...['npm ci', 'npm run compare', 'npm ci', 'npm test'],
  ]);
  expect(all.map((page) => page.path)).toEqual(
    expect.arrayContaining(['CONTRIBUTING.md', 'infra/README.md', 'load-tests/engine/README.md']),
  );
});

test('an exception needs Meteor, Docker, a cluster, root or the public internet, and is about a command that is documented', () => {
  expect(objection({ command: 'npm test', needs: 'time' as never, why: 'it takes long' })).toContain(
    'needs "time"',
  );
  expect(objection({ command: 'npm test', needs: 'root', why: 'one\ntwo' })).toContain('in one line');
  expect(exceptions.flatMap((one) => objection(one) ?? [])).toEqual([]);
  const used = new Set(documented.map(({ text }) => exceptionFor(text)));
  expect(exceptions.filter((one) => !used.has(one)).map(({ command }) => String(command))).toEqual([]);
});

test('what can be run is no exception: an example names no blanks but results folders', () => {
  const blanks = documented
    .filter(({ text }) => exceptionFor(text) === undefined)
    .filter(({ text }) => /<[^>]*>/.test(text.replaceAll(blank, '')));
  expect(blanks.map(({ page, line, text }) => `${page}:${line} ${text}`)).toEqual([]);
});

const blank = /<(?:results )?folder>|<A>|<B>/g;

describe.concurrent('every command works as written', () => {
  test.for(plays.filter(({ page }) => !isWorkshop(page)))('in $page', { timeout: 900_000 }, async (one) => {
    using _ports = one.tried.some(({ text }) => isLasting(text)) ? await ports.take() : undefined;
    using _page = await pagesAtOnce.take();
    await play(one);
  });
});

describe('every command of the workshop works as written', () => {
  test.for(plays.filter(({ page }) => isWorkshop(page)))('in $page', { timeout: 600_000 }, async (one) => {
    await play(one);
    // What one exercise changed is not there in the next.
    await terminal.run('git reset --quiet --hard');
  });
});

test('every folder of results that they left says that it is a toy', async () => {
  const folders = await results();
  expect(folders.length).toBeGreaterThan(5);
  for (const folder of folders) expect(await saysToy(folder), folder).toBe(true);
});

/** In their order: a report is drawn of a run before, and an app is served before it is put under load. */
async function play({ text, tried, fresh }: Play): Promise<void> {
  await writeFiles(text);
  let up: Lasting | undefined;
  try {
    for (const [index, command] of tried.entries()) {
      if (fresh.size === 0) break;
      if (!isLasting(command.text)) {
        if (fresh.delete(command.text)) await run(command);
        continue;
      }
      // What another page has shown to start is only started again for what is typed while it is up.
      const isNew = fresh.delete(command.text);
      const isNeeded = tried.slice(index + 1).some((one) => fresh.has(one.text) && needsApp.test(one.text));
      if (!isNew && !isNeeded) continue;
      await up?.interrupt();
      up = await terminal.keep(command.text);
    }
    await up?.interrupt();
    up = undefined;
  } finally {
    await up?.interrupt().catch(() => {});
  }
}

/** A checkpoint of the workshop says what is missing: it may find no app. */
const needsApp = /^npx artillery|^npm run workshop:write/;

/** Of compare and the lab the manifest does, of what leaves one file that file. */
async function saysToy(folder: string): Promise<boolean> {
  const manifest = await readManifest(folder).catch(() => undefined);
  if (manifest) return isToyRun(manifest);
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const contents = await Promise.all(
    files.map((name) => readFile(path.join(folder, name), 'utf8').then(JSON.parse)),
  );
  return contents.length > 0 && contents.every(({ toy }) => toy === true);
}

async function run({ page, line, text }: Command): Promise<void> {
  const folders = await blanksOf();
  let next = 0;
  const filled = text.replaceAll(blank, () => folders[next++] ?? folders[0] ?? 'no-results-yet');
  await terminal.run(filled).catch((error: Error) => {
    throw new Error(`${page}:${line}: ${error.message}`);
  });
}

/** Folders of results in the copy, the newest first. */
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

/** What stands for a results folder: first those of compare, since two of them can be set side by side. */
async function blanksOf(): Promise<string[]> {
  const folders = await results();
  const manifests = await Promise.all(folders.map((folder) => readManifest(folder).catch(() => undefined)));
  const ofLab = (index: number) => {
    const manifest = manifests[index];
    return manifest === undefined || isLab(manifest);
  };
  return [
    ...folders.filter((_, index) => !ofLab(index)),
    ...folders.filter((_, index) => ofLab(index) && manifests[index] !== undefined),
  ];
}

/** A block that is headed by a file's name is that file: it lies where the page's commands are typed. */
async function writeFiles(text: string): Promise<void> {
  for (const { info, lines } of split(text).blocks) {
    const [, name] = info.split(/\s+/);
    if (name === undefined || !/^[\w./-]+\.\w+$/.test(name)) continue;
    const file = path.join(checkout.folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `${lines.join('\n')}\n`);
  }
}
