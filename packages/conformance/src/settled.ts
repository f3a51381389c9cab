import { expect } from 'vitest';

/**
 * For `afterEach`: closes what the case opened, and fails the case if anything complained. It isn't the case's own
 * `finally`: the body of one that timed out goes on, and its `finally` would close what the next case has opened.
 */
export async function expectSettled(...places: { settle(): Promise<string[]> }[]): Promise<void> {
  const complaints = await Promise.all(places.map((place) => place.settle()));
  expect(complaints.flat()).toEqual([]);
}
