import { PubSubError } from './error.ts';

/**
 * How a Socket.io app answers a call or a subscription.
 * - `result`: `{ result }`, `{ error }`, any other object, or no argument
 * - `error-first`: `(error, result)`, like Node's callbacks
 * - `ok`: `{ ok: true, ... }` or `{ ok: false, ... }`; `success` works like `ok`
 * - `status`: `{ status: 'ok', ... }` or `{ status: 'error', ... }`
 * - paths to the error and to the result in the list of arguments, such as `1.code`: a value at the first path
 *   is an error unless it is absent, null or false
 */
export type AnswerShape = (typeof answerNames)[number] | { error: string; result?: string };

/** The named shapes. */
export const answerNames = ['result', 'error-first', 'ok', 'status'] as const;

type Fields = Record<string, unknown>;

/**
 * @param args the arguments of the acknowledgement
 * @returns the result, if the app reports success
 * @throws PubSubError with the app's code if it reports a failure; `unrecognised` if the answer shows neither
 */
export function resultOf(shape: AnswerShape, args: readonly unknown[]): unknown {
  if (typeof shape === 'object') {
    const error = at(args, shape.error);
    if (isError(error)) throw errorOf(error);
    return shape.result === undefined ? args[0] : at(args, shape.result);
  }
  return read[shape](args);
}

const read: Record<(typeof answerNames)[number], (args: readonly unknown[]) => unknown> = {
  result(args) {
    const [answer] = args;
    if (args.length === 0 || answer === undefined) return undefined;
    if (args.length > 1 || answer === null || typeof answer !== 'object') throw unrecognised('result', args);
    const { error, result } = answer as Fields;
    if (isError(error)) throw errorOf(error);
    if (result === undefined && looksLikeRefusal(answer as Fields)) throw unrecognised('result', args);
    return result === undefined ? answer : result;
  },
  'error-first'([error, result]) {
    if (isError(error)) throw errorOf(error);
    return result;
  },
  ok(args) {
    const answer = Object(args[0]) as Fields;
    const ok = answer.ok ?? answer.success;
    if (typeof ok !== 'boolean') throw unrecognised('ok', args);
    if (!ok) throw errorOf(answer.error ?? answer.reason ?? answer);
    return answer.result ?? answer.data ?? answer;
  },
  status(args) {
    const answer = Object(args[0]) as Fields;
    const { status } = answer;
    if (typeof status !== 'string' && typeof status !== 'number') throw unrecognised('status', args);
    const isFine = typeof status === 'number' ? status < 400 : /^(ok|success|succeeded)$/i.test(status);
    if (!isFine) throw errorOf(answer.error ?? answer.code ?? answer.message ?? answer);
    return answer.result ?? answer.data ?? answer;
  },
};

const isError = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

function looksLikeRefusal({ ok, success, status }: Fields): boolean {
  return typeof ok === 'boolean' || typeof success === 'boolean' || typeof status === 'string';
}

/** An error may be a string, an object with code and message, or anything else. */
function errorOf(error: unknown): PubSubError {
  if (error === null || typeof error !== 'object') {
    const text = String(error);
    return new PubSubError(/^[\w.:-]{1,60}$/.test(text) ? text : 'error', text, { isAnswer: true });
  }
  const { code, error: inner, message, reason } = error as Fields;
  const text = message ?? reason ?? (typeof inner === 'string' ? inner : undefined);
  return new PubSubError(String(code ?? 'error'), String(text ?? JSON.stringify(error)), { isAnswer: true });
}

/** For an answer of another shape, whose meaning is unknown. */
function unrecognised(shape: string, args: readonly unknown[]): PubSubError {
  const text = JSON.stringify(args);
  const shown = text.length > 200 ? `${text.slice(0, 200)}...` : text;
  return new PubSubError(
    'unrecognised',
    `the answer ${shown} doesn't fit answer: ${shape}; answer: is one of ${answerNames.join(', ')}, or { error: <path>, result: <path> }`,
  );
}

/** `0.error.code`: the first key is the number of an argument. */
function at(args: readonly unknown[], path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (Object(value) as Fields)[key], args);
}
