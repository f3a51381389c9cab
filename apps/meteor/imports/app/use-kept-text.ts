import { type RefObject, useLayoutEffect } from 'react';
import { storage } from './storage';
import type { TextField } from './text';

/** Keeps what is half typed in a field while its page is away: in this tab, until it is sent. */
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
