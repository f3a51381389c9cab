import { PubSubError } from '@meteor-vs-mean/pubsub-client';
import { expect } from 'vitest';

/** Expects an error with this code and a message for the user. */
export async function expectRefusal(answer: Promise<unknown>, code: string): Promise<void> {
  await messageOfRefusal(answer, code);
}

/** The same. @returns the message */
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

/** @returns the error's code, if the call failed */
export function codeOf(answer: Promise<unknown>): Promise<string | undefined> {
  return answer.then(
    () => undefined,
    (error) => String(error.code),
  );
}
