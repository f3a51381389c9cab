import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Mongo, startMongo } from '@meteor-vs-mean/mongo';
import { isToyRun, readManifest } from '@meteor-vs-mean/report';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Checkout, copyCheckout } from '../../checkout/copy.ts';
import { environmentOf } from '../../checkout/environment.ts';
import { withoutExamples } from '../../contributing/examples.ts';
import { type Command, commandsOf, split } from '../src/commands.ts';
import { exceptionFor, exceptions, objection } from '../src/exceptions.ts';
import { pages } from '../src/pages.ts';
import { isLasting, type Lasting, Terminal } from '../src/terminal.ts';

// The examples of CONTRIBUTING.md have a test of their own, which does their other steps, too.
const all = pages()
  .map((page) => ({ ...page, text: withoutExamples(page.text) }))
  .map((page) => ({ ...page, commands: commandsOf(page) }));
const documented = all.flatMap(({ commands }) => commands);

/** Of each page those that no page before it has, with what stays up while they run. */
const told = new Set<string>();
const plays = all.flatMap(({ path: page, text, commands }) => {
  const tried = commands.filter(({ text }) => exceptionFor(text) === undefined);
  const fresh = new Set(tried.filter((one) => !told.has(one.text)).map((one) => one.text));
  for (const one of fresh) told.add(one);
  return fresh.size === 0 ? [] : [{ page, text, tried, fresh }];
});

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

// In their order: a report is drawn of a run before, and an app is served before it is put under load.
test.for(plays)(
  'every command of $page works as written',
  { timeout: 600_000 },
  async ({ text, tried, fresh }) => {
    await writeFiles(text);
    const before = await results();
    let up: Lasting | undefined;
    try {
      for (const [index, command] of tried.entries()) {
        const isNeeded = tried.slice(index).some((one) => fresh.has(one.text));
        if (!isNeeded) break;
        if (isLasting(command.text)) {
          await up?.interrupt();
          up = await terminal.keep(command.text);
        } else if (fresh.delete(command.text)) await run(command);
        fresh.delete(command.text);
      }
      await up?.interrupt();
      up = undefined;
    } finally {
      await up?.interrupt().catch(() => {});
    }
    for (const folder of (await results()).filter((one) => !before.includes(one))) {
      expect(await saysToy(folder), `${folder} says that it is a toy`).toBe(true);
    }
  },
);

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
  const folders = await results();
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
    found.map(async (name) => ({
      folder: path.join(place, name),
      at: (await stat(path.join(place, name))).mtimeMs,
    })),
  );
  return folders.toSorted((a, b) => b.at - a.at).map(({ folder }) => folder);
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
