import { isPlatformBrowser } from '@angular/common';
import { afterEveryRender, Injectable, Injector, inject, PLATFORM_ID } from '@angular/core';
import { NavigationEnd, NavigationStart, Router } from '@angular/router';

/** How far down each box of a page is scrolled, in pixels, by the box's name. */
type Places = Record<string, number>;

/** The name of a box that is read from its end: a room's messages. */
export const atEnd = 'messages';

/** So near to its end, in pixels, a box is left there, and found there with what is new. */
const near_px = 30;

/** What a reader does who scrolls by themselves. */
const gestures = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Where each page of the browser's history was scrolled to: back, forward and reload find it there. Browsers do that for
 * the page as a whole, and only if all of it is there when they look; a page here gets its rows later, and has boxes of
 * its own.
 */
@Injectable({ providedIn: 'root' })
export class ScrollPlaces {
  readonly #injector = inject(Injector);
  readonly #boxes = new Map<string, Element>();
  /** Of this visit, by the navigation that showed them. What is kept in the history's state outlasts a reload. */
  readonly #left = new Map<number, Places>();
  #shown = 0;
  /** A link was followed: the page that is coming is shown from its top. */
  #isNew = false;
  /** Where the page that is coming was left. */
  #wanted: Places = {};

  constructor() {
    if (!isPlatformBrowser(inject(PLATFORM_ID))) return;
    const router = inject(Router);
    // The first page that has a box is on its way.
    const { id = 1, trigger } = router.currentNavigation() ?? {};
    this.#isNew = id > 1 && trigger === 'imperative';
    if (!this.#isNew) this.#wanted = history.state?.places ?? {};
    router.events.subscribe((event) => {
      if (event instanceof NavigationStart && event.id > 1) this.#leave(event);
      if (event instanceof NavigationEnd) this.#shown = event.id;
      if (event instanceof NavigationEnd && this.#isNew) scrollTo(0, 0);
    });
    addEventListener('pagehide', () => this.#keepInHistory());
  }

  /** Whether the box of that name was left above its end, on the page that is coming. */
  isLeft(name: string): boolean {
    return this.#wanted[name] !== undefined;
  }

  /**
   * Follows a box for as long as it is there, and scrolls it to where it was left as soon as it is long enough.
   * @returns what ends it
   */
  follow(name: string, box: Element): () => void {
    this.#boxes.set(name, box);
    const stop = this.#seek(box, this.#wanted[name] ?? 0);
    return () => {
      stop();
      if (this.#boxes.get(name) === box) this.#boxes.delete(name);
    };
  }

  /** The boxes are still those of the page before; the browser's history may be at the next one. */
  #leave({ restoredState, navigationTrigger }: NavigationStart): void {
    this.#left.set(this.#shown, this.#places);
    this.#isNew = navigationTrigger === 'imperative';
    if (this.#isNew) this.#keepInHistory();
    const kept = restoredState as { navigationId: number; places?: Places } | null | undefined;
    this.#wanted = (kept && (this.#left.get(kept.navigationId) ?? kept.places)) ?? {};
  }

  #keepInHistory(): void {
    history.replaceState({ ...history.state, places: this.#places }, '');
  }

  get #places(): Places {
    const left = [...this.#boxes].filter(([name, box]) => name !== atEnd || !isAtEnd(box));
    return Object.fromEntries(left.map(([name, { scrollTop }]) => [name, Math.round(scrollTop)]));
  }

  #seek(box: Element, top: number): () => void {
    // The browser may have been here first.
    if (top === 0 || (box.scrollTop > 0 && !isAtEnd(box))) return () => {};
    const seeking = afterEveryRender(
      {
        mixedReadWrite: () => {
          box.scrollTop = top;
          if (Math.abs(box.scrollTop - top) < 2) stop();
        },
      },
      { injector: this.#injector },
    );
    const stop = () => {
      seeking.destroy();
      for (const gesture of gestures) removeEventListener(gesture, stop);
    };
    for (const gesture of gestures) addEventListener(gesture, stop, { passive: true });
    return stop;
  }
}

function isAtEnd({ scrollHeight, scrollTop, clientHeight }: Element): boolean {
  return scrollHeight - scrollTop - clientHeight < near_px;
}
