import { RunError } from '../failures/error.ts';

/** The value of `localAddress` for a different address for each connection. */
export const spread = 'spread';

/** Whether connections to all these targets can come from different addresses. */
export function canSpread(targets: readonly string[]): boolean {
  return process.platform === 'linux' && targets.every((target) => isLoopback.test(new URL(target).hostname));
}

const isLoopback = /^127(\.\d+){3}$/;

/** @throws RunError if connections to the targets can't come from different addresses */
export function assertSpread(targets: readonly string[], where: string): void {
  if (canSpread(targets)) return;
  const elsewhere = targets.find((target) => !isLoopback.test(new URL(target).hostname));
  throw new RunError(
    'config',
    `${where}.localAddress: spread is for an app at 127.0.0.1 on Linux, where all of 127/8 is this machine's` +
      (elsewhere === undefined ? '' : `, not for ${elsewhere}`),
  );
}
