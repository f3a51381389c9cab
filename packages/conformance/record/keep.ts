import { rename, rm } from 'node:fs/promises';
import { type RecordFolder, writeRecord } from '@meteor-vs-mean/measure/results';

/**
 * Writes the record of a run of the suite. If the run passed, it replaces the record at `place`; if it failed, it is
 * written to `<place>.failed`, which git ignores, so that the last good record stays.
 * @returns the record's folder
 */
export async function keep(
  place: string,
  record: Pick<RecordFolder<unknown>, 'manifest' | 'content'>,
  { passed }: { passed: boolean },
): Promise<string> {
  const failed = `${place}.failed`;
  await rm(failed, { recursive: true, force: true });
  await writeRecord(failed, record);
  if (!passed) return failed;
  await rm(place, { recursive: true, force: true });
  await rename(failed, place);
  return place;
}
