import { isLab } from './lab/folder.ts';
import type { LabManifest } from './lab/results.ts';
import type { Manifest } from './results.ts';

/** Stands first wherever a toy run is shown, in place of what was found: nobody is to take a figure from it. */
export const toySentence =
  'This is a toy run (TOY=1), made to see that a command works: rounds of a second or less, a handful of clients, ' +
  'and no rule about how busy the machine was. Its figures say nothing and are not to be quoted.';

/** The title of a toy run says what it is. */
export function titleWith(title: string, { toy }: { toy: boolean }): string {
  return toy ? `Toy run, no result: ${title}` : title;
}

/** Whether a run only shows that a command works: then it is no reference, no floor, and nothing to take a figure from. */
export function isToyRun(manifest: Manifest | LabManifest): boolean {
  return isLab(manifest) ? manifest.options.size === 'toy' : (manifest.toy ?? false);
}
