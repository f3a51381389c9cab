import { describe, expect, test } from 'vitest';
import { assertTakes, mismatchOf, type Takes, take } from '../src/users/take.ts';

function makeUser(vars: Record<string, unknown> = {}) {
  return { context: { vars }, template: (value: unknown) => value };
}

const taken = (capture: unknown, value: unknown) => {
  const user = makeUser();
  take(user, { capture }, value, 'flow[0].call');
  return user.context.vars;
};
const mismatch = (match: unknown, value: unknown) => mismatchOf(makeUser(), match, value);

test.each([
  ['pong', 'pong'],
  ['', ''],
  [42, 42],
  [0, 0],
  [true, true],
  [false, false],
  [null, null],
  [
    [1, { a: 2 }],
    [1, { a: 2 }],
  ],
  [
    { b: 1, a: [2] },
    { a: [2], b: 1 },
  ],
  [new Date(5), { $date: 5 }],
  [Buffer.from([1, 2, 3]), { $binary: 'AQID' }],
  [Buffer.from([1]), Buffer.from([1])],
])('%j is matched and captured whole', (value, expected) => {
  expect(mismatch({ json: '$', value: expected }, value)).toBeUndefined();
  expect(mismatch({ json: '$', value: 'else' }, value)).toContain('$: expected "else", got ');
  expect(taken({ as: 'x' }, value)).toEqual({ x: value });
  expect(taken({ json: '$', as: 'x' }, value)).toEqual({ x: value });
});

test.each([
  [{ json: '$.a.b' }, { a: { b: null } }, null],
  [{ json: 'a.b' }, { a: { b: 1 } }, 1],
  [{ json: '$.list[0].x' }, { list: [{ x: 7 }] }, 7],
  [{ json: '$[1]' }, [1, 2], 2],
  [{ json: "$['a key'].b" }, { 'a key': { b: 1 } }, 1],
  [{ json: '$.list[*].id' }, { list: [{ id: 'a' }, {}, { id: 'b' }] }, ['a', 'b']],
  [{ json: '$.list.length' }, { list: [1, 2] }, 2],
  [{ path: '0.id' }, [{ id: 5 }], 5],
  [{ path: 0 }, ['text'], 'text'],
  [{ path: '*.id' }, [{ id: 5 }, { id: 6 }], [5, 6]],
  [{ json: '$.code' }, '{"code":0}', 0],
  [{ path: '0.payload.id' }, ['{"payload":{"id":"w"}}'], 'w'],
  [{ regexp: 'id=(\\w+)' }, 'room id=ab', 'ab'],
  [{ regexp: '\\d+' }, 'room 12', '12'],
  [{ json: '$.t', regexp: '(a)(?<second>b)', group: 'second' }, { t: 'ab' }, 'b'],
])('%j of %j is %j', (place, value, found) => {
  expect(taken({ ...place, as: 'x' }, value)).toEqual({ x: found });
  expect(mismatch({ ...place, value: found }, value)).toBeUndefined();
});

describe('a message', () => {
  const message = (takes: Takes, value: unknown) => {
    try {
      take(makeUser(), takes, value, 'flow[2].call');
    } catch (error) {
      const { code, message } = error as { code: string; message: string };
      return `${code}: ${message}`;
    }
    return undefined;
  };

  test('about a mismatch has the place, the expected value and the actual value', () => {
    expect(message({ match: { json: '$', value: 'pang' } }, 'pong')).toBe(
      'match: flow[2].call.match $: expected "pang", got "pong"',
    );
    expect(message({ match: { json: '$.n', value: 5 } }, { n: '5' })).toBe(
      'match: flow[2].call.match $.n: expected 5, got "5"',
    );
    expect(message({ match: { json: '$.a.b', value: 5 } }, { a: 1 })).toBe(
      'match: flow[2].call.match $.a.b: expected 5, got nothing there, in {"a":1}',
    );
    expect(message({ match: { json: '$', value: 1 } }, undefined)).toBe(
      'match: flow[2].call.match $: expected 1, got nothing there, in nothing',
    );
    expect(message({ match: [{ path: 0, regexp: '^b' }] }, ['abc'])).toBe(
      'match: flow[2].call.match 0: expected text that fits /^b/, got nothing there, in ["abc"]',
    );
  });

  test('about a capture that found nothing has the place', () => {
    expect(message({ capture: { json: '$.id', as: 'x' } }, { name: 'a' })).toBe(
      'capture: flow[2].call.capture $.id: nothing is there in {"name":"a"}',
    );
  });

  test('is absent with strict: false, and the variable is null', () => {
    expect(message({ match: { json: '$', value: 1, strict: false } }, 2)).toBeUndefined();
    expect(taken({ json: '$.id', as: 'x', strict: false }, {})).toEqual({ x: null });
  });
});

test('the expected value may be a variable', () => {
  const user = { ...makeUser(), template: (value: unknown) => ({ ...(value as object), value: 'ann' }) };
  expect(mismatchOf(user, { json: '$', value: '{{ user }}' }, 'ann')).toBeUndefined();
});

test.each([
  [{ capture: { json: '$..id', as: 'x' } }, 'flow[0].call.capture.json should be a path such as $, $.a.b'],
  [{ capture: { json: '$.a[?(@.b)]', as: 'x' } }, 'capture.json should be a path'],
  [{ capture: { path: '0..a', as: 'x' } }, 'capture.path should be a path such as 0.id'],
  [{ capture: { regexp: '(', as: 'x' } }, 'capture.regexp: Invalid regular expression'],
  [{ capture: { xpath: '//a', as: 'x' } }, 'capture.xpath is not known'],
  [{ match: { json: '$', value: 1, valeu: 2 } }, 'match.valeu is not known'],
])('%j is refused before the run', (takes, message) => {
  expect(() => assertTakes(takes, 'flow[0].call')).toThrow(message);
});

test('right options pass', () => {
  assertTakes({ capture: { json: '$.list[{{ i }}]', as: 'x' } }, 'flow[0].call');
  assertTakes(
    {
      match: [
        { json: '$.id', value: null },
        { regexp: 'a', flags: 'i' },
      ],
    },
    'flow[0].call',
  );
});
