/** The page as slides: its first heading with what stands under it, and then a slide for each heading below. */
export interface Slides {
  /** Begins with the first, or ends. */
  toggle(): void;
  /** After another page came: it begins with its first slide. */
  renew(): void;
  /** Ends them, and listens no more. */
  stop(): void;
}

/** Where a slide begins. */
const begins = new Set(['H1', 'H2', 'H3']);

/**
 * Shows one part of a page after the other, of the same elements: nothing is copied, and all are there again when it ends.
 * Arrows, Page Up and Page Down turn the leaves, Escape ends it; after a page's last slide comes the next page.
 */
export function makeSlides(): Slides {
  let parts: Element[][] = [];
  let shown = 0;
  let isOn = false;
  const bar = document.createElement('div');
  bar.className = 'slides-bar';
  bar.hidden = true;
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', 'Slides');
  const place = document.createElement('span');
  place.setAttribute('role', 'status');
  bar.append(
    button('Back', () => turn(-1)),
    place,
    button('Next', () => turn(1)),
    button('End', end),
  );
  document.body.append(bar);

  function begin(): void {
    const page = document.querySelector('.vp-doc > div');
    parts = [];
    for (const element of page?.children ?? []) {
      if (parts.length === 0 || begins.has(element.tagName)) parts.push([]);
      parts.at(-1)?.push(element);
    }
    isOn = parts.length > 0;
    document.documentElement.classList.toggle('slides', isOn);
    bar.hidden = !isOn;
    show(0);
  }
  function show(index: number): void {
    shown = index;
    for (const [n, part] of parts.entries()) {
      for (const element of part) element.toggleAttribute('data-aside', n !== index);
    }
    place.textContent = `${index + 1} of ${parts.length}`;
    scrollTo(0, 0);
  }
  function turn(by: number): void {
    const next = shown + by;
    if (next >= 0 && next < parts.length) show(next);
    else if (next > 0) document.querySelector<HTMLAnchorElement>('a.pager-link.next')?.click();
  }
  function end(): void {
    isOn = false;
    bar.hidden = true;
    document.documentElement.classList.remove('slides');
    for (const element of parts.flat()) element.removeAttribute('data-aside');
    parts = [];
  }
  const keys: Record<string, () => void> = {
    ArrowRight: () => turn(1),
    PageDown: () => turn(1),
    ArrowLeft: () => turn(-1),
    PageUp: () => turn(-1),
    Escape: end,
  };
  const press = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!isOn || !act || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };
  document.addEventListener('keydown', press);
  return {
    toggle: () => (isOn ? end() : begin()),
    renew: () => {
      if (isOn) begin();
    },
    stop() {
      end();
      document.removeEventListener('keydown', press);
      bar.remove();
    },
  };
}

function button(text: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', act);
  return made;
}
