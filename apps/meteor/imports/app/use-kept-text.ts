import { type RefObject, useLayoutEffect } from 'react';
import { storage } from './storage';
import type { TextField } from './text';

/** Keeps a field's unsent text in this tab while the field isn't on the page. */
export function useKeptText(name: string, field: RefObject<TextField | null>): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    const key = `${location.pathname} ${name}`;
    element.value ||= storage('sessionStorage')?.getItem(key) ?? '';
    const keep = () => storage('sessionStorage')?.setItem(key, element.value);
    addEventListener('pagehide', keep);
    return () => {
      keep();
      removeEventListener('pagehide', keep);
    };
  }, [name, field]);
}
