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

test.each(scripts)('editors accept %s', (name) => {
  const isRight = validate(parse(readFileSync(join(folder, name), 'utf8')));
  expect(validate.errors).toBeNull();
  expect(isRight).toBe(true);
});

test.each([
  [{ config: { engines: { pubsub: { transport: 'sse' } } } }],
  [{ config: { engines: { pubsub: { transport: 'ddp', subscriber: 5 } } } }],
  [{ scenarios: [{ flow: [{ publsh: {} }] }] }],
  [{ scenarios: [{ flow: [{ publish: { call: 'x', duration: 1, rte: 5 } }] }] }],
  [{ scenarios: [{ flow: [{ wait: { match: { json: '$', value: 1 } } }] }] }],
  [{ scenarios: [{ flow: [{ get: { capture: { json: '$', as: 'x' } } }] }] }],
  [{ scenarios: [{ flow: [{ publish: { call: 'x', duration: 1, before: [{ cal: {} }] } }] }] }],
])('editors underline %j', (script) => {
  expect(validate(script)).toBe(false);
});

test('editors accept a right script', () => {
  expect(validate(rightScript()), JSON.stringify(validate.errors)).toBe(true);
});

test.each(wrongScripts)('editors underline what the engine refuses: %s', (_, change) => {
  const script = rightScript();
  change(script);
  expect(validate(script)).toBe(false);
});

test('editors accept steps that receive, HTTP requests and steps of writers', () => {
  const flow = [
    {
      post: { url: '/login', json: { user: 'ann' }, capture: { json: '$.token', as: 'token' }, expect: 200 },
    },
    { get: '/me' },
    { name: 'ask', call: { name: 'ask', ack: false, response: { event: 'answer', timeout: 2 } } },
    { subscribe: { name: 'list', follows: '{{ list }}' } },
    { call: { name: 'add', owes: { audience: '{{ list }}', id: 7, kind: 'added', own: false } } },
    { name: 'tunnel', disconnect: { for: 5 } },
    { wait: { collection: 'lists', capture: { json: '$.id', as: 'id' } } },
    {
      publish: {
        post: '/news',
        json: { id: '{{ $writeId }}' },
        duration: 1,
        rate: 1,
        before: [{ get: '/me' }],
      },
    },
  ];
  validate({
    config: {
      engines: {
        pubsub: {
          pushes: [{ event: 'tick', sent: '0.at' }],
          deliveries: [{ event: 'changed', path: '0.id', kind: 'done', has: '0.fields.done' }],
          drain: 2,
        },
      },
    },
    scenarios: [{ flow }],
  });
  expect(validate.errors).toBeNull();
});
