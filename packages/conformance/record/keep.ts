import { rename, rm } from 'node:fs/promises';
import { type RecordFolder, writeRecord } from '@meteor-vs-mean/results';

/** What a run of the suite leaves, and where. */
interface KeptRecord extends RecordFolder<unknown> {
  place: string;
}

/** Beside the record of a run that passed; git ignores it. */
const failedPlace = (place: string): string => `${place}.failed`;

/**
 * Puts the records of a run in the place of those of the run before, if it passed. Those of a run that failed are laid
 * beside them, so that a good record outlives it.
 * @returns where each is
 */
export async function keep(
  records: readonly KeptRecord[],
  { passed }: { passed: boolean },
): Promise<string[]> {
  for (const { place, manifest, content } of records) {
    await rm(failedPlace(place), { recursive: true, force: true });
    await writeRecord(failedPlace(place), { manifest, content });
  }
  if (!passed) return records.map(({ place }) => failedPlace(place));
  for (const { place } of records) {
    await rm(place, { recursive: true, force: true });
    await rename(failedPlace(place), place);
  }
  return records.map(({ place }) => place);
}
