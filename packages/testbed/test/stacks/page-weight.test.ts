import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { meanScripts } from '../../src/stacks/mean-scripts.ts';
import { meteorScripts } from '../../src/stacks/meteor-scripts.ts';
import { describeWeight, keptWeight, pageWeight, weigh } from '../../src/stacks/page-weight.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-weight-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

const names = (paths: string[]) => paths.map((path) => basename(path)).sort();

test('bytes are counted, and each file is compressed by itself', async () => {
  const repeated = await write('repeated.js', 'a'.repeat(100_000));
  const random = randomBytes(10_000);
  const twins = [await write('one.js', random), await write('two.js', random)];

  const even = await weigh([repeated]);
  expect(even).toMatchObject({ files: 1, raw_bytes: 100_000 });
  expect(even.gzip_bytes).toBeLessThan(200);
  expect(even.brotli_bytes).toBeLessThan(even.gzip_bytes);

  // What has no pattern doesn't get shorter: together the second one would have cost nothing.
  const pair = await weigh(twins);
  expect(pair).toMatchObject({ files: 2, raw_bytes: 20_000 });
  expect(pair.gzip_bytes).toBeGreaterThan(20_000);
  expect(pair.brotli_bytes).toBeGreaterThan(20_000);
  expect(await weigh([])).toEqual({ files: 0, raw_bytes: 0, gzip_bytes: 0, brotli_bytes: 0 });
});

test('what comes later is in all pages, and not in the first', async () => {
  const first = [await write('main.js', 'a'.repeat(1_500))];
  const later = [await write('chat.js', 'b'.repeat(500))];
  const weight = await pageWeight({ first, later });
  expect(weight).toMatchObject({
    firstPage: { files: 1, raw_bytes: 1_500 },
    allPages: { files: 2, raw_bytes: 2_000 },
  });
  expect(describeWeight('MEAN', weight)).toMatch(
    /^MEAN's JavaScript: first page 1\.5 kB \(gzip 0\.0, brotli 0\.0\), all pages 2\.0 kB \(gzip 0\.\d, brotli 0\.\d\)$/,
  );
});

test("of Angular's build, the first page is what it names and what that imports statically", async () => {
  await write(
    'index.html',
    `<html><head><link rel="stylesheet" href="/styles-AAAAAAAA.css"><link rel="modulepreload" href="/chunk-preload.js">
     </head><body><script src="/main-BBBBBBBB.js" type="module"></script><script>inline()</script></body></html>`,
  );
  await write(
    'main-BBBBBBBB.js',
    'import{a as b,c}from"./chunk-named.js";import"./chunk-bare.js";const p=()=>import("./chunk-page.js");',
  );
  await write('chunk-named.js', 'export{x as y}from"./chunk-again.js";');
  await write(
    'chunk-again.js',
    'import*as n from"./chunk-named.js";import d,{e}from"https://elsewhere/x.js"',
  );
  await write('chunk-bare.js', '');
  await write('chunk-preload.js', '');
  await write('chunk-page.js', 'import{c}from"./main-BBBBBBBB.js";import"./chunk-of-page.js"');
  await write('chunk-of-page.js', '');
  await write('styles-AAAAAAAA.css', '');

  const { first, later } = await meanScripts(folder);
  expect(names(first)).toEqual([
    'chunk-again.js',
    'chunk-bare.js',
    'chunk-named.js',
    'chunk-preload.js',
    'main-BBBBBBBB.js',
  ]);
  expect(names(later)).toEqual(['chunk-of-page.js', 'chunk-page.js']);
});

test("of Meteor's bundle, scripts for the browser count; assets and what is internal don't", async () => {
  const listed = (type: string, path: string, where = 'client') => ({ type, path, where });
  const manifest = [
    listed('js', 'app.js'),
    listed('dynamic js', 'dynamic/page.js'),
    listed('json', 'app.stats.json'),
    listed('asset', 'packages/promise/promise.js'),
    listed('head', 'head.html', 'internal'),
    listed('js', 'server.js', 'internal'),
  ];
  await write('programs/web.browser/program.json', JSON.stringify({ manifest }));
  const { first, later } = await meteorScripts(folder);
  expect(first).toEqual([join(folder, 'programs/web.browser/app.js')]);
  expect(later).toEqual([join(folder, 'programs/web.browser/dynamic/page.js')]);
});

test('a bundle for no browser says so in one line', async () => {
  await expect(meteorScripts(folder)).rejects.toThrow(
    /^The Meteor bundle has nothing for browsers: .*ENOENT/,
  );
});

test('the weight of a build is kept beside it, and a half-written one is weighed again', async () => {
  const scripts = { first: [await write('first.js', 'a'.repeat(1000))], later: [] };
  const file = join(folder, 'weight.json');
  const weight = await keptWeight(file, async () => scripts);
  expect(weight).toEqual(await pageWeight(scripts));
  const never = () => Promise.reject(new Error('it was weighed again'));
  expect(await keptWeight(file, never)).toEqual(weight);
  await expect(keptWeight(undefined, never)).rejects.toThrow('it was weighed again');
  await writeFile(file, '{"firstPage":{');
  expect(await keptWeight(file, async () => scripts)).toEqual(weight);
});
