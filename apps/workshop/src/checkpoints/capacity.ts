import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Checkpoint } from '../checkpoint.ts';
import { missing, ok } from '../finding.ts';

const remedy = 'the commands of steps 2 and 4';

/** Whether an app was recorded, and a level found that it carries. */
export const checkpoint: Checkpoint = async ({ notes }) => {
  const read = (file: string) => readFile(path.join(notes, file), 'utf8').catch(() => undefined);
  const recorded = await read('recorded.yml');
  if (recorded === undefined) return [missing('Recording', 'there is none yet', remedy)];
  const found = await read('capacity/capacity.json');
  const steps = ok('Recording', `${path.join(notes, 'recorded.yml')} is there`);
  if (found === undefined) return [steps, missing('Capacity', 'it was not looked for yet', remedy)];
  const { held, sentence } = JSON.parse(found) as { held: number | null; sentence: string };
  return [steps, held === null ? missing('Capacity', sentence, 'a lower --from') : ok('Capacity', sentence)];
};
