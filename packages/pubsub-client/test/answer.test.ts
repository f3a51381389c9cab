import { expect, test } from 'vitest';
import { resultOf } from '../src/answer.ts';
import { type AnswerShape, PubSubError } from '../src/index.ts';

const code = (shape: AnswerShape, ...args: unknown[]) => {
  try {
    return ['result', resultOf(shape, args)];
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
  expect(() => resultOf(shape, args)).toThrow(/result, error-first, ok, status/);
});
