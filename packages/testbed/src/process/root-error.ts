/** What went wrong first, not what went wrong while cleaning up after it. */
export function rootOf(error: unknown): Error {
  return error instanceof SuppressedError ? rootOf(error.suppressed) : (error as Error);
}

/** The first line of what it says, for the middle of a sentence: without its full stop. */
export function lineOf(error: unknown): string {
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return line.replace(/\.$/, '');
}
