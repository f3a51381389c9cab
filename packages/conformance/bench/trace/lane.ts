import type { StackName } from '@meteor-vs-mean/stacks';
import type { Trail } from './trail.ts';

/** `add`: a todo is typed and Enter pressed. `tick`: a todo's mark is clicked. */
export type Write = 'add' | 'tick';

/** Milliseconds from the key or the click. Those of a trail only where relays are. */
export type Sample = Partial<Trail> & {
  /** The row in the browser that wrote. */
  ownRow: number;
  /** That row is marked as pending no more. */
  confirmed?: number;
  /** The row in the other browser. */
  row: number;
};

export type Mark = keyof Sample;

/** One kind of write on one stack, through relays or without. */
export interface Lane {
  stack: StackName;
  write: Write;
  isTraced: boolean;
  samples: Sample[];
  /** What the app followed the database by; of a traced lane. */
  learnedFrom?: string;
}

/**
 * Adds a sample, which must be of the same way as those before.
 * @param learnedFrom of a traced lane
 * @throws one line if the app learned of it by another cursor
 */
export function addTo(lane: Lane, sample: Sample, learnedFrom: string | undefined): void {
  const { stack, write, samples } = lane;
  if (samples.length > 0 && lane.learnedFrom !== learnedFrom) {
    throw new Error(
      `${stack}, ${write}: the app learned of ${samples.length} writes from ${lane.learnedFrom}, and of the next one from ` +
        `${learnedFrom}: their steps can't be told together. Trace again`,
    );
  }
  if (learnedFrom !== undefined) lane.learnedFrom = learnedFrom;
  samples.push(sample);
}
