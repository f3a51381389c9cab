/** What this browser, or this tab, keeps. @returns undefined where it forbids that */
export function storage(kind: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return window[kind];
  } catch {
    return undefined;
  }
}
