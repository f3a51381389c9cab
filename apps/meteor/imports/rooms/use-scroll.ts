import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Rounding, and half a line. */
const near_px = 12;

function isAtBottom({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < near_px;
}

interface Scroll {
  /** Whether the newest row is visible. */
  atBottom: boolean;
  /** Scrolls to the newest row, and follows later ones. */
  toBottom(): void;
}

/** The first visible row, and its distance from the upper edge. */
function anchorOf(box: HTMLElement): { row: Element; top_px: number } | undefined {
  const edge = box.getBoundingClientRect().top;
  const row = [...box.children].find((child) => child.getBoundingClientRect().bottom > edge);
  return row && { row, top_px: row.getBoundingClientRect().top - edge };
}

/** Scrolls to the newest row. `top` is the last known scroll position, in pixels. */
function toNewest(box: HTMLElement, top: RefObject<number>): void {
  box.scrollTop = box.scrollHeight;
  top.current = box.scrollTop;
}

/** Scrolls to the newest row, unless the reader scrolls up: the scroll event may come after this. */
function follow(box: HTMLElement, top: RefObject<number>): void {
  if (box.scrollTop >= Math.min(top.current, box.scrollHeight - box.clientHeight)) toNewest(box, top);
}

/** If all rows fit, nobody can scroll up to older ones, so they are loaded. */
function fill(box: HTMLElement, onTop: () => void): void {
  if (box.scrollHeight <= box.clientHeight) onTop();
}

/**
 * Keeps the newest row visible if it was, and otherwise keeps the scroll position of the visible rows, whatever is
 * added above or below them.
 * @param onTop called when the reader approaches the oldest row
 */
export function useScroll(box: RefObject<HTMLElement | null>, onTop: () => void): Scroll {
  const [atBottom, setAtBottom] = useState(true);
  const stays = useRef(true);
  const top = useRef(0);
  const anchor = useRef<ReturnType<typeof anchorOf>>(undefined);
  const latest = useRef(onTop);
  latest.current = onTop;

  // After each rendering, before it is painted.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (stays.current) follow(element, top);
    else if (anchor.current?.row.isConnected) {
      const { row, top_px } = anchor.current;
      const edge = element.getBoundingClientRect().top;
      element.scrollTop += row.getBoundingClientRect().top - edge - top_px;
    }
    fill(element, latest.current);
  });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onScroll = () => {
      stays.current = isAtBottom(element);
      top.current = element.scrollTop;
      anchor.current = anchorOf(element);
      setAtBottom(stays.current);
      if (element.scrollTop < element.clientHeight / 2) latest.current();
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    // A phone's keyboard takes half of the height.
    const resized = new ResizeObserver(() => {
      if (stays.current) follow(element, top);
      fill(element, latest.current);
    });
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      resized.disconnect();
    };
  }, [box]);

  const toBottom = () => {
    stays.current = true;
    if (box.current) toNewest(box.current, top);
  };
  return { atBottom, toBottom };
}
