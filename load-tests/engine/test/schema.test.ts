import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { rightScript, wrongScripts } from './wrong-scripts.ts';

const folder = join(import.meta.dirname, '..');
const schema = JSON.parse(readFileSync(join(folder, 'schema.json'), 'utf8'));
const validate = new Ajv2020({ strict: false }).compile(schema);
const scripts = [
  ...globSync(['test/*.yml', 'examples/*.yml'], { cwd: folder }),
  ...globSync('../scenarios/*.yml', { cwd: folder }),
];

test.each(scripts)('%s is what editors take for right', (name) => {
  const isRight = validate(parse(readFileSync(join(folder, name), 'utf8')));
  expect(validate.errors).toBeNull();
  expect(isRight).toBe(true);
});

test.each([
  [{ config: { engines: { pubsub: { transport: 'sse' } } } }],
  [{ config: { engines: { pubsub: { transport: 'ddp', subscriber: 5 } } } }],
  [{ scenarios: [{ flow: [{ publsh: {} }] }] }],
  [{ scenarios: [{ flow: [{ publish: { call: 'x', duration: 1, rte: 5 } }] }] }],
])('%j is underlined', (script) => {
  expect(validate(script)).toBe(false);
});

test('a script in which nothing is wrong is not', () => {
  expect(validate(rightScript()), JSON.stringify(validate.errors)).toBe(true);
});

test.each(wrongScripts)('%s is underlined, as the engine refuses it', (_, change) => {
  const script = rightScript();
  change(script);
  expect(validate(script)).toBe(false);
});
