import { PubSubError } from '@meteor-vs-mean/pubsub-client';
import { expect } from 'vitest';

/** Expects a refusal with this code, and a sentence for a person beside it. */
export async function expectRefusal(answer: Promise<unknown>, code: string): Promise<void> {
  await messageOfRefusal(answer, code);
}

/** The same. @returns the sentence */
export async function messageOfRefusal(answer: Promise<unknown>, code: string): Promise<string> {
  const error = await answer.then(
    (result) => new Error(`expected ${code}, but got the result ${JSON.stringify(result)}`),
    (error: unknown) => error,
  );
  if (!(error instanceof PubSubError)) throw error;
  expect(error.code, error.message).toBe(code);
  expect(error.message).not.toBe('');
  return error.message;
}

/** @returns the code that it was refused with, if it was */
export function codeOf(answer: Promise<unknown>): Promise<string | undefined> {
  return answer.then(
    () => undefined,
    (error) => String(error.code),
  );
}
