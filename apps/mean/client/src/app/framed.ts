/**
 * In a frame: reports this page's path to the parent page, so that side by side can move the other app's page. The
 * server decides which parents are allowed.
 */
export function reportToParent(): void {
  if (parent === window) return;
  const report = () => parent.postMessage({ path: location.pathname + location.hash }, '*');
  report();
  // Not supported in all browsers: then the other page doesn't follow.
  window.navigation?.addEventListener('currententrychange', report);
}

/** A page in a frame leaves the focus in the page that the user is in. */
export function mayTakeFocus(): boolean {
  return parent === window || document.hasFocus();
}
