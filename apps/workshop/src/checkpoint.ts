import type { Exercise } from './exercises.ts';
import type { Finding } from './finding.ts';
import type { Reached } from './reached.ts';

/** What an exercise may have left, and where to look for it. */
export interface Left {
  /** Where both apps are reached, if they run. */
  apps: readonly Reached[];
  /** What was typed after the exercise's number. */
  answer: readonly string[];
  /** Folders: of what the workshop's commands saw, and of what `npm run compare` measured. */
  notes: string;
  results: string;
}

/** Looks at what an exercise left, and says what it shows. */
export type Checkpoint = (left: Left) => Promise<Finding[]>;

/** Each is loaded when it is asked for: a laptop that lacks something is told so by those that don't need it. */
export async function checkpointOf({ name }: Exercise): Promise<Checkpoint> {
  const { checkpoint }: { checkpoint: Checkpoint } = await import(`./checkpoints/${name}.ts`);
  return checkpoint;
}
