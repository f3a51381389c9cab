import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pages } from '../src/places.ts';
import { codeOfPrinciples } from '../src/principles/code-of-principles.ts';
import { drawPrinciples } from '../src/principles/draw.ts';
import { excerptOf } from '../src/principles/excerpt.ts';

const overlay = 'apps/mean/client/src/app/live/overlay.ts';

test('what is counted for the principles is there, and nothing is counted twice', () => {
  const excerpts = codeOfPrinciples().flatMap(({ meteor, mean }) => [...meteor.excerpts, ...mean.excerpts]);
  expect(excerpts.length).toBeGreaterThan(20);
  const taken = new Map<string, number>();
  for (const { path: file, first, last, code } of excerpts) {
    expect(code, `${file}, line ${first}`).toBeGreaterThan(0);
    for (let line = first; line <= last; line += 1) {
      const place = `${file}:${line}`;
      expect(taken.has(place), `${place} is counted twice`).toBe(false);
      taken.set(place, 1);
    }
  }
});

test('a part of a file is found by its words, from its first line to the one that closes it', () => {
  const { first, last, code } = excerptOf({ path: overlay, from: 'function shows(' });
  const lines = readFileSync(path.join(pages, '../../..', overlay), 'utf8').split('\n');
  expect(lines[first - 1]).toMatch(/^function shows\(/);
  expect(lines[last - 1]).toBe('}');
  expect(code).toBe(last - first + 1);
});

test('a file that is gone, or words that are gone, say which and where to correct it', () => {
  expect(() => excerptOf({ path: 'apps/mean/gone.ts' })).toThrow(
    /apps\/mean\/gone\.ts, which is gone: correct/,
  );
  expect(() => excerptOf({ path: overlay, from: 'no such words' })).toThrow(
    /"no such words", and 0 lines do/,
  );
});

test('answers of both apps stand side by side, with the reason where one is expected not to hold', () => {
  const about = { principle: 6, name: 'Push code updates', question: 'it comes' };
  const { tables = [] } = drawPrinciples({
    findings: {
      meteor: [{ ...about, holds: true, seen: 'it came' }],
      mean: [{ ...about, holds: false, seen: 'nothing came', reason: 'nobody tells' }],
    },
  } as Parameters<typeof drawPrinciples>[0]);
  const captions = ['Which hold', 'Scored in 2017, and seen today', 'Principle 6'];
  expect(tables.map(({ caption }) => caption)).toEqual(captions);
  const scored = tables[1]?.rows.map(({ cells }) => cells.map(({ text }) => text));
  expect(scored).toEqual([['built in', 'holds', 'pieces only with Socket.io', 'does not hold']]);
  const [answers, seen, reasons] =
    tables[2]?.rows.map(({ label, cells }) => [label, ...cells.map(({ text }) => text)]) ?? [];
  expect(answers).toEqual(['it comes', 'holds', 'does not hold']);
  expect(seen).toEqual(['seen', 'it came', 'nothing came']);
  expect(reasons).toEqual(['expected, because', '', 'nobody tells']);
});
