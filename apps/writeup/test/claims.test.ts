import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const page = readFileSync(path.join(import.meta.dirname, '../pages/claims.md'), 'utf8');

/** The claims that the older comparison makes, and its cases for not using Meteor: each has an entry. */
const wanted = [
  ...['live-data', 'subscription', 'same-api', 'callbacks', 'hot-code-push', 'mobile', 'login', 'session'],
  ...['minifying', 'both-sides', 'deploy', 'packages', 'community', 'split', 'makers', 'documentation'],
  ...['learning', 'productive', 'layers', 'seven'],
  ...['case-client', 'case-database', 'case-existing', 'case-rest', 'case-static', 'case-first-page'],
  'case-millions',
];

const verdict = /^\*\*Verdict: (holds|held then, not now|partly|not checked|differs by .+)\.\*\*$/m;
const paragraphs = ['*Then.*', '*Now.*'];

const entries = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((text): [string, string] => [
      /\{#([\w-]+)\}/.exec(text)?.[1] ?? '',
      text.split(/^## /m)[0] as string,
    ]),
);
const sources = new Map(
  [...page.matchAll(/<span id="(s-[\w-]+)">[^|]*\|[^|]*\| \[[^\]]+\]\((\S+)\)(?:,[^|]*)? \|$/gm)].map(
    ([, id, address]) => [id as string, address as string],
  ),
);

test('every claim, and every case against Meteor, has an entry', () => {
  expect([...entries.keys()]).toEqual(wanted);
});

describe.each([...entries])('%s', (_id, text) => {
  test('has one verdict, of the words that the page explains', () => {
    expect(text.match(/\*\*Verdict:/g)).toHaveLength(1);
    expect(text).toMatch(verdict);
  });

  test('says what the essay says, and what is true today', () => {
    const found = paragraphs.map((name) => text.indexOf(`\n${name} `));
    expect(found.every((at) => at > 0)).toBe(true);
    expect(found).toEqual(found.toSorted((a, b) => a - b));
  });

  test('rests on a figure, a file of ours or a source, unless it says that it was not checked', () => {
    const rests = /fig\(|\]\(repo:|\]\(#s-/.test(text);
    expect(rests || /Verdict: not checked/.test(text)).toBe(true);
  });

  test('names files that are there', () => {
    for (const [, file] of text.matchAll(/\]\(repo:([^)#]+)/g)) {
      expect(existsSync(path.join(root, file as string)), file).toBe(true);
    }
  });
});

test('the table at the top has the same verdicts', () => {
  const rows = [...page.matchAll(/^\| \[(.+)\]\(#([\w-]+)\) \| (.+) \|$/gm)].map(([, title, id, words]) => ({
    title,
    id,
    words,
  }));
  const said = [...entries].map(([id, text]) => ({
    title: /^(.+) \{#/.exec(text)?.[1],
    id,
    words: verdict.exec(text)?.[1],
  }));
  expect(rows).toEqual(said);
});

test('every source that is named is listed with its address, and every listed one is named', () => {
  const named = new Set([...page.matchAll(/\]\(#(s-[\w-]+)\)/g)].map(([, id]) => id as string));
  expect([...named].sort()).toEqual([...sources.keys()].sort());
  for (const address of sources.values()) expect(address).toMatch(/^https:\/\/[\w.-]+\.\w+\/\S+$/);
  expect(page).toMatch(/Read on \d{4}-\d{2}-\d{2}/);
});
