import { type RecordKind, readRecord } from '@meteor-vs-mean/measure/results';
import { openContent } from './json.ts';
import type { Recorded } from './recorded.ts';

/**
 * A record without rounds. A figure's path is the way through its content, as `openContent` takes it; beside that its
 * manifest's `date`, a day, `command` and `versions`.
 * @throws one line if it isn't there
 */
export async function openRecord(folder: string, kind: RecordKind): Promise<Recorded> {
  const { manifest, content } = await readRecord<object>(folder, kind);
  const { started, command, versions } = manifest;
  return openContent({ ...content, date: started.slice(0, 10), command, versions }, `${kind}.json`);
}
