import { expect, test } from 'vitest';
import type { VirtualUser } from '../src/users/virtual-user.ts';
import { compile } from './compile.ts';

test.each([
  [{ subscribe: 'todos' }, 'flow[0].subscribe should be { name, params, as }, not text'],
  [{ call: ['todos.insert'] }, 'flow[0].call should be { name, params, ... }, not a list'],
  [{ publish: 'todos.insert' }, 'flow[0].publish should be { call, params, rate, duration, ... }, not text'],
  [{ hold: 5 }, 'flow[0].hold should be { until, for }, not the number 5'],
  [
    { call: { name: 'x', match: 'y' } },
    'flow[0].call.match should be { json: "$.id", value: x } or a list of such, not text',
  ],
  [
    { call: { name: 'x', match: { value: 1 } } },
    'flow[0].call.match.json should be a path into the result, as in $.id, not nothing',
  ],
  [
    { call: { name: 'x', match: { json: '$.id' } } },
    'flow[0].call.match.value should be what the result should have there, or give regexp',
  ],
  [
    { call: { name: 'x', capture: 'y' } },
    'flow[0].call.capture should be { json: "$.id", as: x } or a list of such, not text',
  ],
  [
    { call: { name: 'x', capture: { json: '$.id' } } },
    'flow[0].call.capture.as should be the name of a variable, not nothing',
  ],
  [
    { think: 1, ifTrue: 'page < 10' },
    'flow[0].ifTrue should be "{{ variable }}", not "page < 10": a function of the processor can set one',
  ],
  [{ think: 1, ifTrue: '{{ page }} == 1' }, 'flow[0].ifTrue should be "{{ variable }}", not'],
  [{ wait: { match: { json: '$', value: 1 } } }, 'flow[0].wait.event should be the name of an event'],
  [{ wait: { event: 'x', timeout: 0 } }, 'flow[0].wait.timeout should be seconds above 0, not 0'],
  [{ wait: { event: 'x', evnt: 1 } }, 'flow[0].wait.evnt is not known'],
  [
    { call: { name: 'x', response: { on: 'y' } } },
    'flow[0].call.response.event should be the name of an event',
  ],
  [{ subscribe: { name: 'x', capture: { json: '$.a' } } }, 'flow[0].subscribe.capture.as should be the name'],
  [{ post: { json: {} } }, 'flow[0].post.url should be a path of the app, or an address, not nothing'],
  [{ get: { url: '/x', expect: 'fine' } }, 'flow[0].get.expect should be a status such as 201, or a list'],
])('%j: one line with the place and the right value', (step, message) => {
  expect(() => compile([step])).toThrow(message);
});

test('a loop over something else than a list is an error', async () => {
  const loop = compile([{ loop: [{ think: 1 }], over: 'colours' }]);
  const user = { context: { vars: {} }, template: (value: unknown) => value } as unknown as VirtualUser;
  await expect(loop(user)).rejects.toThrow(
    'flow[0].loop: over should be a list, or the name of a variable that holds one, not "colours"',
  );
});

test('capture and match take one object or a list, and a match can expect null', () => {
  compile([{ call: { name: 'x', capture: { as: 'y' }, match: [{ json: '$.id', value: null }] } }]);
});
