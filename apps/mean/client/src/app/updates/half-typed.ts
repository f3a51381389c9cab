import { isPlatformBrowser } from '@angular/common';
import { Injectable, inject, PLATFORM_ID } from '@angular/core';
import { Session } from '../account/session';

/** What was half typed on a page when it was left. */
interface Kept {
  /** Whose it is: an account's id, or empty for a guest's. */
  owner: string;
  /** By field. */
  texts: Record<string, string>;
  /** The field that had the focus, and where in it. */
  focus?: { field: string; start: number; end: number };
}

const keyOf = (path: string) => `half typed ${path}`;

/**
 * What is half typed, over a reload: by the page's address, for the account that typed it, and for as long as the tab
 * is open.
 */
@Injectable({ providedIn: 'root' })
export class HalfTyped {
  readonly #session = inject(Session);
  readonly #fields = new Map<string, HTMLInputElement>();
  #kept: Kept | undefined;
  /** The address that it was kept for: another page may have fields of the same names. */
  #path: string | undefined;

  constructor() {
    if (!isPlatformBrowser(inject(PLATFORM_ID))) return;
    this.#path = location.pathname;
    this.#kept = take(this.#path);
    addEventListener('pagehide', () => this.#keep());
  }

  /** A field is there, and what was typed in it is kept from now on. @returns ends that */
  follow(name: string, field: HTMLInputElement): () => void {
    this.#fields.set(name, field);
    return () => {
      if (this.#fields.get(name) === field) this.#fields.delete(name);
    };
  }

  /** Puts back, once, what was typed in a field, as soon as it is known who is there. @returns whether it did */
  restore(name: string, field: HTMLInputElement): boolean {
    const text = this.textOf(name);
    if (text === undefined) return false;
    delete this.#kept?.texts[name];
    field.value = text;
    const { focus } = this.#kept ?? {};
    if (focus?.field === name) {
      field.focus();
      field.setSelectionRange(focus.start, focus.end);
    }
    return true;
  }

  /** What was typed in a field and isn't put back yet. */
  textOf(name: string): string | undefined {
    if (this.#kept === undefined || this.#path !== location.pathname) return undefined;
    const account = this.#session.account();
    const isOwn = account !== undefined && (account?.userId ?? '') === this.#kept.owner;
    return isOwn ? this.#kept.texts[name] : undefined;
  }

  /** Of the fields that begin with this, those that aren't put back yet: the rests of their names. */
  namesFrom(start: string): string[] {
    const names = Object.keys(this.#kept?.texts ?? {}).filter((name) => name.startsWith(start));
    return names.filter((name) => this.textOf(name) !== undefined).map((name) => name.slice(start.length));
  }

  /** Whether something is typed that isn't kept over a reload, such as a password, or is there to be copied. */
  hasUnkept(): boolean {
    if (document.querySelector('.lost')) return true;
    const followed = new Set(this.#fields.values());
    const fields = document.querySelectorAll<HTMLInputElement>('form input:not([hidden])');
    return [...fields].some((field) => !followed.has(field) && field.value !== field.defaultValue);
  }

  #keep(): void {
    const account = this.#session.account();
    const kept: Kept = { owner: account?.userId ?? '', texts: {} };
    for (const [name, field] of this.#fields) {
      if (!field.isConnected || field.value === field.defaultValue || field.value === '') continue;
      kept.texts[name] = field.value;
      if (document.activeElement === field) {
        kept.focus = { field: name, start: field.selectionStart ?? 0, end: field.selectionEnd ?? 0 };
      }
    }
    if (account !== undefined) put(location.pathname, kept);
  }
}

function take(path: string): Kept | undefined {
  try {
    const stored = sessionStorage.getItem(keyOf(path));
    sessionStorage.removeItem(keyOf(path));
    return stored === null ? undefined : JSON.parse(stored);
  } catch {
    return undefined; // a browser may forbid it
  }
}

function put(path: string, kept: Kept): void {
  try {
    if (Object.keys(kept.texts).length > 0) sessionStorage.setItem(keyOf(path), JSON.stringify(kept));
    else sessionStorage.removeItem(keyOf(path));
  } catch {
    // As above.
  }
}
