import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { temporaryFolder } from './fixture.ts';

/** Places for the folders of a file of tests, in one that is gone after them. @returns a new place at each call */
export function places(): () => string {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    temporary = await temporaryFolder();
  });
  afterAll(() => temporary[Symbol.asyncDispose]());
  let made = 0;
  return () => path.join(temporary.folder, `run-${++made}`);
}
