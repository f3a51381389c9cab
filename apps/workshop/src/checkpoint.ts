import type { Exercise } from './exercises.ts';
import type { Finding } from './finding.ts';
import type { Reached } from './reached.ts';

/** Where an exercise's results are. */
export interface Left {
  /** The addresses of both apps, if they run. */
  apps: readonly Reached[];
  /** The words after the exercise's number. */
  answer: readonly string[];
  /** Folders: the workshop's notes, and the runs of `npm run compare`. */
  notes: string;
  results: string;
}

/** Checks an exercise's results. */
export type Checkpoint = (left: Left) => Promise<Finding[]>;

/** Each is loaded on demand, so that a laptop that lacks something can use the others. */
export async function checkpointOf({ name }: Exercise): Promise<Checkpoint> {
  const { checkpoint }: { checkpoint: Checkpoint } = await import(`./checkpoints/${name}.ts`);
  return checkpoint;
}
