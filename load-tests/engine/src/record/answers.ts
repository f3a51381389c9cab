import { AnswerReader, type AnswerShape } from '@meteor-vs-mean/pubsub-client';

/** An app's answer to a call, as its arguments. */
export type Answer = readonly unknown[];

/** Answers that are no object at all: whatever comes is the result. */
const anything: AnswerShape = { error: '0.error', result: '0' };

/**
 * Finds how a Socket.io app answers.
 * @returns the first shape that reads every answer; undefined without answers
 */
export function shapeOf(answers: readonly Answer[]): AnswerShape | undefined {
  if (answers.every((args) => args.length === 0)) return undefined;
  if (answers.every((args) => reading(args, 'auto') !== undefined)) return 'auto';
  const objects = answers.map(([first]) => Object(first) as Record<string, unknown>);
  if (answers.some((args) => args.length > 1 || args[0] === null)) return 'error-first';
  if (objects.every(({ ok, success }) => typeof (ok ?? success) === 'boolean')) return 'ok';
  if (objects.every(({ status }) => typeof status === 'string' || typeof status === 'number'))
    return 'status';
  return answers.every((args) => reading(args, 'result') !== undefined) ? 'result' : anything;
}

export type Reading = { result: unknown } | { code: string };

/** @returns the result, or the code of the app's refusal; undefined for an answer of another shape */
export function reading(args: Answer, shape: AnswerShape): Reading | undefined {
  try {
    return { result: new AnswerReader(shape).resultOf(args) };
  } catch (error) {
    const { code } = error as { code: string };
    return code === 'unrecognised' ? undefined : { code };
  }
}
