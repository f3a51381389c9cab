import { expect, test } from 'vitest';
import { AnswerReader } from '../src/answer.ts';
import { type AnswerShape, PubSubError } from '../src/index.ts';

const code = (shape: AnswerShape, ...args: unknown[]) => {
  try {
    return ['result', new AnswerReader(shape).resultOf(args)];
  } catch (error) {
    expect(error).toBeInstanceOf(PubSubError);
    return ['error', (error as PubSubError).code];
  }
};

test.each([
  ['result', [], ['result', undefined]],
  ['result', [{ result: 5 }], ['result', 5]],
  ['result', [{ id: 'a' }], ['result', { id: 'a' }]],
  ['result', [{ error: { code: 'not-found', message: 'no list' } }], ['error', 'not-found']],
  ['result', [{ error: 'no list' }], ['error', 'error']],
  ['error-first', [null, 5], ['result', 5]],
  ['error-first', [], ['result', undefined]],
  ['error-first', ['rate-limited'], ['error', 'rate-limited']],
  ['error-first', [{ code: 403, message: 'no' }], ['error', '403']],
  ['ok', [{ ok: true, result: 5 }], ['result', 5]],
  ['ok', [{ success: true, data: 5 }], ['result', 5]],
  ['ok', [{ ok: false, reason: 'full' }], ['error', 'full']],
  ['status', [{ status: 'ok', data: 5 }], ['result', 5]],
  ['status', [{ status: 'error', code: 'full' }], ['error', 'full']],
  ['status', [{ status: 409, message: 'twice' }], ['error', 'twice']],
] as const)('%s: %j', (shape, args, expected) => {
  expect(code(shape, ...args)).toEqual(expected);
});

test('paths select the error and the result', () => {
  const shape = { error: '0.meta.failure', result: '1' };
  expect(code(shape, { meta: {} }, 5)).toEqual(['result', 5]);
  expect(code(shape, { meta: { failure: { code: 'full' } } })).toEqual(['error', 'full']);
});

test.each([
  ['result', ['rate limited']],
  ['result', [null, { id: 'a' }]],
  ['result', [{ ok: false, reason: 'full' }]],
  ['result', [{ status: 'error' }]],
  ['ok', [{ id: 'a' }]],
  ['status', [{ ok: true }]],
] as const)('%s doesn’t recognise %j, and the error names the shapes', (shape, args) => {
  expect(code(shape, ...args)).toEqual(['error', 'unrecognised']);
  expect(() => new AnswerReader(shape).resultOf(args)).toThrow(/result, error-first, ok, status/);
});

test.each([
  [[], undefined, 'nothing'],
  [[null], undefined, 'nothing'],
  [['pong'], 'pong', 'a value'],
  [['act'], 'act', 'a value'],
  [[true], true, 'a value'],
  [[42], 42, 'a value'],
  [[0], 0, 'a value'],
  [[[1, 2]], [1, 2], 'a value'],
  [[null, { id: 5 }], { id: 5 }, 'error-first: (error, result)'],
  [[{ ok: true, result: 5 }], 5, 'ok: { ok: true }'],
  [[{ ok: 1, n: 2 }], { ok: 1, n: 2 }, 'ok: { ok: true }'],
  [[{ success: true, data: 5 }], 5, 'ok: { success: true }'],
  [[{ ok: true }, 'more'], { ok: true }, 'ok: { ok: true }'],
  [[{ status: 'ok', id: 7 }], { status: 'ok', id: 7 }, 'status: { status: ok }'],
  [[{ status: 0 }], { status: 0 }, 'status: { status: ok }'],
  [[{ status: 200, data: [1] }], [1], 'status: { status: ok }'],
  [[{ result: null, error: null }], null, 'result: { error } or { result }'],
  [[{ result: { id: 1 } }], { id: 1 }, 'result: { error } or { result }'],
  [[{ error: '', id: 1 }], { error: '', id: 1 }, 'result: { error } or { result }'],
  [[{ id: 'a' }], { id: 'a' }, 'result: an object'],
  [[{ _id: 'a', message: 'I cannot come' }], { _id: 'a', message: 'I cannot come' }, 'result: an object'],
  [['{"code":0,"id":"a"}'], { code: 0, id: 'a' }, 'ok: { code: 0 }'],
  [['{"ok":true,"result":5}'], 5, 'ok: { ok: true }'],
])('auto: %j is a success, and the reading is named', (args, result, reading) => {
  const reader = new AnswerReader();
  expect(reader.resultOf(args)).toEqual(result);
  expect([...reader.readings]).toEqual([reading]);
});

test.each([
  [[{ ok: false, error: 'too-many-requests' }], 'error'],
  [[{ ok: false }], 'error'],
  [[{ ok: 0, code: 11000, message: 'twice' }], '11000'],
  [[{ success: false, reason: 'full' }], 'full'],
  [[{ status: 'error', code: 'full' }], 'full'],
  [[{ status: 409, message: 'twice' }], 'twice'],
  [[{ status: 'rate_limited' }], 'error'],
  [[{ statusCode: 403 }], 'error'],
  [[{ error: 'not-found' }], 'not-found'],
  [[{ error: {} }], 'error'],
  [[{ error: { code: 'not-found', message: 'no list' } }], 'not-found'],
  [[{ result: 1, error: 'half' }], 'half'],
  [[{ ok: true, error: 'half' }], 'half'],
  [[{ err: 'gone' }], 'gone'],
  [[{ errors: ['a', 'b'] }], 'error'],
  [[{ name: 'NotFound', message: 'No record', code: 404, className: 'not-found', errors: {} }], '404'],
  [[{ code: 'not-found', message: 'x' }], 'not-found'],
  [[{ type: 'error', message: 'x' }], 'error'],
  [['not-allowed'], 'not-allowed'],
  [['RateLimited'], 'RateLimited'],
  [['rate limited'], 'error'],
  [['later'], 'later'],
  [['404'], '404'],
  [['full', null], 'full'],
  [['{"code":403,"msg":"no such room"}'], '403'],
])('auto: %j is a refusal', (args, expected) => {
  expect(code('auto', ...args)).toEqual(['error', expected === 'error' ? expect.any(String) : expected]);
  expect(code('auto', ...args)).not.toEqual(['error', 'unrecognised']);
});

test.each([
  [['room', { id: 9 }]],
  [[false, 'x']],
  [[false]],
  [[404]],
  [[-1]],
  [[{}]],
  [[{ message: 'hello' }]],
  [[{ message: 'You are not allowed', user: 'ann' }]],
  [[{ allowed: false }]],
  [[{ status: 'online' }]],
  [[{ code: 'ABCD' }]],
  [[{ result: 'failed' }]],
  [['All is well today']],
])('auto: %j may be either, and is not guessed', (args) => {
  expect(code('auto', ...args)).toEqual(['error', 'unrecognised']);
});

test('auto: after (null, result) a text alone is an error', () => {
  const reader = new AnswerReader();
  expect(reader.resultOf(['pong'])).toBe('pong');
  reader.resultOf([null, 5]);
  expect(() => reader.resultOf(['pong'])).toThrow('pong');
});

test('a value decides, at any path, and in JSON', () => {
  const shape = { ok: '0.code', is: [0, 200] };
  expect(code(shape, { code: 0, id: 'a' })).toEqual(['result', { code: 0, id: 'a' }]);
  expect(code({ ...shape, result: '0.id' }, '{"code":200,"id":"a"}')).toEqual(['result', 'a']);
  expect(code(shape, '{"code":403,"msg":"no such room"}')).toEqual(['error', '403']);
  expect(() => new AnswerReader(shape).resultOf([{ code: 403, msg: 'no such room' }])).toThrow(
    /^no such room$/,
  );
  expect(code(shape, 'text')).toEqual(['error', 'unrecognised']);
  expect(code({ ok: '0' }, true)).toEqual(['result', true]);
  expect(code({ ok: '0' }, false)).toEqual(['error', 'false']);
  expect(code({ ok: '0', is: ['joined'], result: '1' }, 'joined', 5)).toEqual(['result', 5]);
});
