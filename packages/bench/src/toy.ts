import type { Reason } from '@meteor-vs-mean/report';
import { isOfSpeed } from './codes.ts';
import { OptionError } from './option-error.ts';

/**
 * Whether TOY=1 asks for the smallest run there is: it shows that a command works, and nothing else. Its folder says so.
 * @throws OptionError if it is set to something else
 */
export function isToy({ TOY: value = '' }: { TOY?: string | undefined } = process.env): boolean {
  if (value === '' || value === '0') return false;
  if (value === '1') return true;
  throw new OptionError(
    `TOY=${value}: must be 1, for a run that only shows that the command works; or leave it unset to measure`,
  );
}

/** The reasons that make a toy void: it says nothing of speed, so a busy machine spoils nothing of it. */
export function withoutSpeed(reasons: readonly Reason[]): Reason[] {
  return reasons.filter(({ code }) => !isOfSpeed(code));
}
