import { Meteor } from 'meteor/meteor';

/** In this tab's sessionStorage, while the page is away. */
const key = 'scroll';

/** In pixels, by entry of the browser's history and name of what is scrolled. */
const kept = new Map<string, number>();

if (Meteor.isClient) {
  try {
    for (const [place, value] of JSON.parse(sessionStorage.getItem(key) ?? '[]')) kept.set(place, value);
  } catch {
    // A browser may forbid storage: a reload begins at the top then.
  }
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(key, JSON.stringify([...kept]));
    } catch {
      // As above.
    }
  });
}

/** @returns undefined in browsers that don't tell one entry of their history from another: there nothing is kept */
function placeOf(name: string): string | undefined {
  const entry = 'navigation' in window ? window.navigation.currentEntry : undefined;
  return entry ? `${entry.key} ${name}` : undefined;
}

/** What was kept of this name when this entry of the browser's history was left. */
export function keptOf(name: string): number | undefined {
  const place = Meteor.isClient ? placeOf(name) : undefined;
  return place === undefined ? undefined : kept.get(place);
}

/** @param value undefined: nothing that one would have to come back to */
export function keep(name: string, value: number | undefined): void {
  const place = placeOf(name);
  if (place === undefined) return;
  if (value === undefined) kept.delete(place);
  else kept.set(place, value);
}

const byHand = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Brings the scroll of something back to where this entry of the browser's history was left, as soon as there is that
 * much in it, and keeps it from then on.
 * @param scrolled whose scroll it is: a box, or the document's element
 * @returns what ends it
 */
export function keepScroll(name: string, scrolled: Element): () => void {
  let wanted = keptOf(name);
  const bringBack = () => {
    if (wanted === undefined) return;
    scrolled.scrollTop = wanted;
    if (Math.abs(scrolled.scrollTop - wanted) < 2) wanted = undefined;
  };
  const growing = new MutationObserver(bringBack);
  growing.observe(scrolled, { childList: true, subtree: true });
  bringBack();

  // Whoever scrolls before that wants to be elsewhere.
  const stop = () => {
    wanted = undefined;
  };
  for (const event of byHand) addEventListener(event, stop, { passive: true });
  const onScroll = () => {
    if (wanted === undefined) keep(name, scrolled.scrollTop);
  };
  const source = scrolled === document.documentElement ? document : scrolled;
  source.addEventListener('scroll', onScroll, { passive: true });
  return () => {
    growing.disconnect();
    for (const event of byHand) removeEventListener(event, stop);
    source.removeEventListener('scroll', onScroll);
  };
}
