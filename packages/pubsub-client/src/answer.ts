import { isDeepStrictEqual } from 'node:util';
import { errorFirst, readUnnamed } from './auto-answer.ts';
import { PubSubError } from './error.ts';

/**
 * How a Socket.io app answers a call or a subscription. Text that holds a JSON object or list is parsed before it is read.
 * - `auto`: one of the next four, recognised in each answer; see auto-answer.ts
 * - `result`: `{ result }`, `{ error }`, any other object, or no argument
 * - `error-first`: `(error, result)`, like Node's callbacks
 * - `ok`: `{ ok: true, ... }` or `{ ok: false, ... }`; `success` works like `ok`
 * - `status`: `{ status: 'ok', ... }` or `{ status: 'error', ... }`
 * - paths to the error and to the result in the list of arguments, such as `1.code`: a value at the first path
 *   is an error unless it is absent, null or false
 * - the path to a value, and which values mean success: `{ ok: '0.code', is: [0, 200] }`. Default of `is`: true
 */
export type AnswerShape =
  | (typeof answerNames)[number]
  | { error: string; result?: string }
  | { ok: string; is?: readonly unknown[]; result?: string };

/** The named shapes. */
export const answerNames = ['auto', 'result', 'error-first', 'ok', 'status'] as const;

type Fields = Record<string, unknown>;

/** Reads the answers to one connection. */
export class AnswerReader {
  /** With `auto`: how answers were read, such as `ok: { ok: true }`; each once. */
  readonly readings: Set<string>;
  readonly #shape: AnswerShape;

  constructor(shape: AnswerShape = 'auto', readings = new Set<string>()) {
    this.#shape = shape;
    this.readings = readings;
  }

  /**
   * @param raw the arguments of the acknowledgement
   * @returns the result, if the app reports success
   * @throws PubSubError with the app's code if it reports a failure; `unrecognised` if the answer shows neither
   */
  resultOf(raw: readonly unknown[]): unknown {
    const args = raw.map(parsed);
    const shape = this.#shape;
    if (shape === 'auto') {
      const answer = readUnnamed(args, this.readings.has(errorFirst));
      if (answer === undefined) throw unrecognised('auto', args, 'it may be a success or a refusal');
      this.readings.add(answer.reading);
      if ('error' in answer) throw errorOf(answer.error);
      return answer.result;
    }
    if (typeof shape === 'string') return read[shape](args);
    if ('ok' in shape) return byValue(shape, args);
    const error = at(args, shape.error);
    if (isError(error)) throw errorOf(error);
    return shape.result === undefined ? args[0] : at(args, shape.result);
  }
}

const read: Record<Exclude<(typeof answerNames)[number], 'auto'>, (args: readonly unknown[]) => unknown> = {
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

function byValue(
  { ok, is = [true], result }: { ok: string; is?: readonly unknown[]; result?: string },
  args: readonly unknown[],
): unknown {
  const value = at(args, ok);
  const isFine = is.some((one) => isDeepStrictEqual(one, value));
  if (isFine) return result === undefined ? args[0] : at(args, result);
  if (value === undefined) throw unrecognised(`{ ok: ${ok} }`, args, `nothing is at ${ok}`);
  const { message } = errorOf(args[0]);
  throw new PubSubError(codeOf(value), message, { isAnswer: true });
}

const isError = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

function looksLikeRefusal({ ok, success, status }: Fields): boolean {
  return typeof ok === 'boolean' || typeof success === 'boolean' || typeof status === 'string';
}

/** A code is one word. */
function codeOf(value: unknown): string {
  const text = String(value);
  return /^[\w.:-]{1,60}$/.test(text) ? text : 'error';
}

/** An error may be a string, an object with code and message, or anything else. */
function errorOf(error: unknown): PubSubError {
  if (error === null || typeof error !== 'object') {
    return new PubSubError(codeOf(error), String(error), { isAnswer: true });
  }
  const { code, error: inner, message, msg, reason } = error as Fields;
  const text = message ?? msg ?? reason ?? (typeof inner === 'string' ? inner : undefined);
  return new PubSubError(String(code ?? 'error'), String(text ?? JSON.stringify(error)), { isAnswer: true });
}

/** For an answer of another shape, whose meaning is unknown. */
function unrecognised(shape: string, args: readonly unknown[], why?: string): PubSubError {
  const text = JSON.stringify(args);
  const shown = text.length > 200 ? `${text.slice(0, 200)}...` : text;
  return new PubSubError(
    'unrecognised',
    `the answer ${shown} doesn't fit answer: ${shape}${why ? ` (${why})` : ''}; answer: is one of ${answerNames.join(', ')}, ` +
      'or { error: <path>, result: <path> }, or { ok: <path>, is: [<value>] }',
  );
}

/** Some apps send all values as JSON. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** `0.error.code`: the first key is the number of an argument. */
function at(args: readonly unknown[], path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (Object(parsed(value)) as Fields)[key], args);
}
