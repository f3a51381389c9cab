import { expect } from 'vitest';

/**
 * For `afterEach`: closes what the case opened, and fails the case if there were errors. Not in the case's own
 * `finally`: the body of a timed-out case continues, and its `finally` would close what the next case has opened.
 */
export async function expectNoErrorsLeft(...places: { settle(): Promise<string[]> }[]): Promise<void> {
  const complaints = await Promise.all(places.map((place) => place.settle()));
  expect(complaints.flat()).toEqual([]);
}
