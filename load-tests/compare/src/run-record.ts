import type { Begun } from '@meteor-vs-mean/bench';
import type { Manifest, Summary } from '@meteor-vs-mean/report';
import type { Options } from './options.ts';
import { benchVersions } from './versions.ts';

/** What manifest and summary both say of a run. */
type Frame = Omit<Pick<Manifest, keyof Manifest & keyof Summary>, 'format' | 'bench'>;

/**
 * @param command what was typed
 * @param ended why
 */
export function manifestOf(
  { started, git }: Begun,
  frame: Frame,
  { command, options, ended }: { command: string; options: Options; ended: Manifest['ended'] },
): Manifest {
  return {
    ...frame,
    format: 2,
    started: started.toISOString(),
    finished: new Date().toISOString(),
    command,
    options: { ...options },
    ended,
    git,
    bench: benchVersions(),
  };
}
