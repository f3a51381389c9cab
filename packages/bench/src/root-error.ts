/** What went wrong first, not what went wrong while cleaning up after it. */
export function rootOf(error: unknown): Error {
  return error instanceof SuppressedError ? rootOf(error.suppressed) : (error as Error);
}
