import { Reload } from 'meteor/reload';

/** So long nobody must have touched the page before it is loaded anew. */
const quiet_ms = 1000;

/**
 * Has Meteor wait for a quiet moment before it loads the page anew for a new build: nobody is typing or clicking, and no
 * field holds what drafts.ts doesn't keep. That no call is under way Meteor sees to itself.
 */
export function reloadWhenQuiet(): void {
  let touched_ms = Number.NEGATIVE_INFINITY;
  let isComposing = false;
  for (const type of ['keydown', 'input', 'pointerdown', 'pointerup', 'wheel', 'touchmove']) {
    const onTouch = () => {
      touched_ms = performance.now();
    };
    addEventListener(type, onTouch, { capture: true, passive: true });
  }
  addEventListener('compositionstart', () => {
    isComposing = true;
  });
  addEventListener('compositionend', () => {
    isComposing = false;
  });

  let timer: ReturnType<typeof setTimeout> | undefined;
  Reload._onMigrate((retry) => {
    clearTimeout(timer);
    const isIdle = performance.now() - touched_ms >= quiet_ms && !isComposing;
    if ((isIdle || document.hidden) && !holdsSecret()) return [true];
    timer = setTimeout(retry, quiet_ms);
    return [false];
  });
}

/** A password is kept nowhere. */
function holdsSecret(): boolean {
  return [...document.querySelectorAll<HTMLInputElement>('input[type=password]')].some(
    ({ value }) => value !== '',
  );
}
