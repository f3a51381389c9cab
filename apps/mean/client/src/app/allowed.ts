/** What a browser's storage gives; undefined where the browser forbids it. */
export function allowed<Result>(ask: () => Result): Result | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
