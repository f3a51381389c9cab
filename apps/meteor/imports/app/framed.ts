/**
 * In a frame: tells the page around it where this one is, so that side by side can take its peer along. Who may be
 * around it, the server says.
 */
export function tellAround(): void {
  if (parent === window) return;
  const tell = () => parent.postMessage({ path: location.pathname + location.hash }, '*');
  tell();
  // Not all browsers have it: then nobody follows.
  window.navigation?.addEventListener('currententrychange', tell);
}

/** A page that is loaded in a frame while the person is in another one leaves the focus there. */
export function mayTakeFocus(): boolean {
  return parent === window || document.hasFocus();
}
