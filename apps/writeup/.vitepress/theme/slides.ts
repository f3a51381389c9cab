/** The page of slides as slides: a slide for each heading, with what is below it. */
export interface Slides {
  /** Begins with the first, or ends. */
  toggle(): void;
  /** Ends them, and stops listening. */
  stop(): void;
}

/** Where a slide begins. */
const begins = new Set(['H1', 'H2']);
/** The list of recorded results, which closes every page, is no slide. */
const isSources = (element: Element) => element.id === 'where-these-figures-come-from';

/**
 * Shows one part of a page after the other. Nothing is copied: the same elements are shown again when it ends. Arrows, Page Up
 * and Page Down turn the slides, Escape ends them.
 */
export function makeSlides(): Slides {
  let parts: Element[][] = [];
  let shown = 0;
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
    parts = [];
    for (const element of document.querySelector('.vp-doc > div')?.children ?? []) {
      if (parts.length === 0 || begins.has(element.tagName)) parts.push([]);
      parts.at(-1)?.push(element);
    }
    const sources = parts.findIndex(([first]) => first !== undefined && isSources(first));
    for (const element of sources === -1 ? [] : parts.splice(sources).flat()) hide(element, true);
    document.documentElement.classList.add('slides');
    bar.hidden = false;
    show(0);
  }
  function show(index: number): void {
    shown = index;
    for (const [n, part] of parts.entries()) for (const element of part) hide(element, n !== index);
    place.textContent = `${index + 1} of ${parts.length}`;
    scrollTo(0, 0);
  }
  function turn(by: number): void {
    const next = shown + by;
    if (next >= 0 && next < parts.length) show(next);
  }
  function end(): void {
    bar.hidden = true;
    document.documentElement.classList.remove('slides');
    for (const element of document.querySelectorAll('[data-aside]')) hide(element, false);
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
    if (bar.hidden || !act || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    act();
  };
  document.addEventListener('keydown', press);
  return {
    toggle: () => (bar.hidden ? begin() : end()),
    stop() {
      end();
      document.removeEventListener('keydown', press);
      bar.remove();
    },
  };
}

const hide = (element: Element, isHidden: boolean): void =>
  void element.toggleAttribute('data-aside', isHidden);

function button(text: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', act);
  return made;
}
