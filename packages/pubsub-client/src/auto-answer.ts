/** A recognised answer: its meaning, and its form. */
export type Reading = { reading: string } & ({ result: unknown } | { error: unknown });

/** The name of the form `(null, result)`. After one such answer, a single text is an error. */
export const errorFirst = 'error-first: (error, result)';

type Fields = Record<string, unknown>;

/** The beginnings of words in a refusal, in an answer, a status or a message. */
const no =
  /\b(?:err(?:ors?)?\b|exception|fail|den(?:y|ied)|refus|reject|forbid|disallow|not?\b|non\b|invalid|unauth|limit|throttl|quota|exceed|too\b|wrong|bad\b|missing|must\b|can ?not|can't|unknown|expire|busy\b|full\b|closed\b|later\b|abort|block|bann|kick|time ?d? ?out|duplicate|conflict|taken\b|exists?\b|unavailable|[45]\d\d\b)/i;
const success = /^(ok|okay|success|succeeded|successful)$/i;
const failure = /^(err|error|fail|failed|failure|denied|refused|rejected)$/i;

/** `RateLimited` and `rate_limited` are two words each. */
const saysNo = (text: string): boolean =>
  no.test(text.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' '));

/**
 * Recognises an answer without options. An answer with both a success and a refusal is a refusal. If an answer can be either,
 * the function returns nothing, and the caller reports it: a refusal never counts as a success.
 *
 * - No argument, or only null: success.
 * - `(null, result)`: success. `(error, null)`: refusal. Two values: the first decides if it is an object that is read by
 *   the next rules; otherwise neither.
 * - An object is a refusal by `ok` or `success` false or 0, an `error`, or a `status` or `code` of a failure; a success by
 *   `ok` or `success` true or 1, `status: ok` or 0 or below 400, `code` 0 or 2xx, or a `result`. A text as `status` that
 *   is neither (`online`) is neither, and so is an empty object (an Error that was made
 *   JSON), one of words alone, or one whose message says no and that has no id. Any other object is a result.
 * - One text: refusal if a word of it says no, or if the app has answered `(null, result)` before; a single other word
 *   (`pong`) is a result; a sentence is neither.
 * - true and numbers are results. False, negative numbers and 400 to 599 are neither. A list, bytes or a date is a result.
 * @param isErrorFirst whether the app has answered `(null, result)`
 * @returns undefined if the answer may be a success or a refusal
 */
export function readUnnamed(args: readonly unknown[], isErrorFirst: boolean): Reading | undefined {
  const [first, second] = args;
  const isNothing = (value: unknown) => value === undefined || value === null;
  if (args.every(isNothing)) return { reading: 'nothing', result: undefined };
  if (args.length > 1) {
    if (isNothing(first)) return { reading: errorFirst, result: second };
    const own = isObject(first) ? readObject(first) : undefined;
    if (own !== undefined && own.reading !== anyObject) return own;
    return args.slice(1).every(isNothing) ? { reading: errorFirst, error: first } : undefined;
  }
  if (isObject(first)) return readObject(first);
  if (typeof first === 'string') return readText(first, isErrorFirst);
  if (first === false || (typeof first === 'number' && !(first >= 0 && (first < 400 || first > 599)))) {
    return undefined;
  }
  return { reading: 'a value', result: first };
}

const anyObject = 'result: an object';

function readObject(answer: Fields): Reading | undefined {
  const signs = signsIn(answer);
  const no = signs.find(({ says }) => says === false);
  if (no !== undefined) return { reading: no.reading, error: no.error };
  const result = [answer.result, answer.data, answer].find((one) => one !== undefined);
  const yes = signs.find(({ says }) => says === true);
  if (yes !== undefined) return { reading: yes.reading, result };
  if (signs.length > 0 || mayBeError(answer)) return undefined;
  return { reading: anyObject, result: answer };
}

/** Whether a field shows success; undefined if it shows neither. */
interface Sign {
  says: boolean | undefined;
  reading: string;
  error?: unknown;
}

function signsIn(answer: Fields): Sign[] {
  const signs: Sign[] = [];
  const { error, err, errors, exception, failed, status, statusCode, type, code, reason, message, msg } =
    answer;
  for (const given of [error, err, errors, exception, failed]) {
    if (given === undefined) continue;
    // An Error in JSON is an empty object. A list of errors can be empty.
    const isNone =
      !given || (given === errors && typeof errors === 'object' && Object.keys(errors).length === 0);
    signs.push({
      says: isNone,
      reading: 'result: { error } or { result }',
      error: isRich(answer) ? answer : given,
    });
  }
  for (const name of ['ok', 'success'] as const) {
    const value = answer[name];
    if (value === undefined) continue;
    const says = value === true || value === 1 ? true : value === false || value === 0 ? false : undefined;
    signs.push({ says, reading: `ok: { ${name}: true }`, error: reason ?? answer });
  }
  for (const given of [status, statusCode]) {
    if (typeof given !== 'string' && typeof given !== 'number') continue;
    const what = code ?? message ?? msg ?? reason;
    signs.push({
      says: saysStatus(given),
      reading: 'status: { status: ok }',
      error: isRich(answer) ? answer : (what ?? answer),
    });
  }
  if (typeof code === 'number') {
    const says = code === 0 || (code >= 200 && code < 300);
    signs.push({ says, reading: 'ok: { code: 0 }', error: answer });
  } else if (typeof code === 'string') {
    // A code with a message is an error. A code alone can be the code of a room.
    const hasWords = [message, msg, reason].some((words) => typeof words === 'string');
    signs.push({ says: hasWords ? false : undefined, reading: 'result: { code, message }', error: answer });
  }
  if (typeof type === 'string' && failure.test(type)) {
    signs.push({ says: false, reading: 'result: { type: error }', error: answer });
  }
  if (typeof answer.result === 'string' && failure.test(answer.result)) {
    signs.push({ says: undefined, reading: '' });
  } else if (answer.result !== undefined)
    signs.push({ says: true, reading: 'result: { error } or { result }' });
  return signs;
}

function saysStatus(status: string | number): boolean | undefined {
  if (typeof status === 'number') {
    if (status >= 400 || status < 0) return false;
    return status === 0 || status >= 100 ? true : undefined;
  }
  if (success.test(status)) return true;
  return failure.test(status) || saysNo(status) ? false : undefined;
}

function readText(text: string, isErrorFirst: boolean): Reading | undefined {
  if (isErrorFirst) return { reading: errorFirst, error: text };
  if (saysNo(text)) return { reading: 'error-first: (error)', error: text };
  return /^\S{1,200}$/.test(text) || text === '' ? { reading: 'a value', result: text } : undefined;
}

const words = new Set(['message', 'msg', 'reason', 'detail', 'details', 'description', 'name', 'stack']);
const permissions = ['allowed', 'accepted', 'authorized', 'authenticated', 'valid', 'granted', 'permitted'];

/** Whether an object without a clear sign can be an error: empty, only words, words of a refusal, or no permission. */
function mayBeError(answer: Fields): boolean {
  const keys = Object.keys(answer);
  if (keys.every((key) => words.has(key)) || permissions.some((name) => answer[name] === false)) return true;
  const said = [answer.message, answer.msg, answer.reason].filter((one) => typeof one === 'string');
  // An object with an id is a document, such as a message in a chat.
  return said.some(saysNo) && answer.id === undefined && answer._id === undefined;
}

/** Whether the answer itself has the code and the words of its error. */
function isRich({ code, message, msg }: Fields): boolean {
  return code !== undefined && (message ?? msg) !== undefined;
}

function isObject(value: unknown): value is Fields {
  return (
    value !== null &&
    typeof value === 'object' &&
    !Array.isArray(value) &&
    !ArrayBuffer.isView(value) &&
    !(value instanceof ArrayBuffer) &&
    !(value instanceof Date)
  );
}
