/** Reads a browser's storage; undefined if the browser blocks it. */
export function allowed<Result>(ask: () => Result): Result | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
