/** The browser's or the tab's storage. @returns undefined if the browser blocks it */
export function storage(kind: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[kind];
  } catch {
    return undefined;
  }
}
