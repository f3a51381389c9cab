import { Meteor } from 'meteor/meteor';
import { Reload } from 'meteor/reload';
import { hasUnkept } from './drafts';
import { notice } from './notices';

/** So long nobody must have touched the page before it is loaded anew. */
const quiet_ms = 1000;

/**
 * Has Meteor wait for a quiet moment before it loads the page anew for a new build: nobody is typing or clicking, and
 * nothing would be lost that drafts.ts doesn't keep. That no call is under way Meteor sees to itself.
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
    if ((isIdle || document.hidden) && !wouldLose()) return [true];
    timer = setTimeout(retry, quiet_ms);
    return [false];
  });
}

/** Without a connection nothing new would come, and what was refused is there to be read. */
function wouldLose(): boolean {
  return !Meteor.status().connected || (notice.get()?.kept.length ?? 0) > 0 || hasUnkept();
}
