import { Meteor } from 'meteor/meteor';

/** What was typed into a field and not sent. */
export interface Draft {
  text: string;
  /** Where the caret was, and the other end of the selection; absent if the field didn't have the focus. */
  caret?: [number, number];
}

/** What is kept of one page for the next time that it is loaded. */
interface Kept {
  path: string;
  userId: string | null;
  drafts: Record<string, Draft>;
}

type Read = () => HTMLInputElement | null;

const key = 'drafts';

/** The fields that are on the page now, by names of ours. */
const fields = new Map<string, Read>();

let kept: Kept | undefined;

/**
 * Keeps what is typed when the page is loaded anew, be it for a new build: in this tab alone, for the same address, and
 * for whoever was logged in.
 */
export function keepDrafts(): void {
  try {
    kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
    sessionStorage.removeItem(key);
  } catch {
    // A browser may forbid storage: what is typed lasts as long as the page then.
  }
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(key, JSON.stringify(current()));
    } catch {
      // As above.
    }
  });
}

/**
 * @param read finds the field, if it holds something that its user has typed
 * @returns what ends it
 */
export function addField(name: string, read: Read): () => void {
  fields.set(name, read);
  return () => {
    if (fields.get(name) === read) fields.delete(name);
  };
}

/** What was typed into a field before the page was loaded anew: once. */
export function takeDraft(name: string): Draft | undefined {
  if (kept?.path !== location.pathname || kept.userId !== Meteor.userId()) return undefined;
  const draft = kept.drafts[name];
  delete kept.drafts[name];
  return draft;
}

/** Whether something is typed that isn't kept over a reload, such as a password, or is there to be copied. */
export function hasUnkept(): boolean {
  if (document.querySelector('.lost')) return true;
  const kept = new Set([...fields.values()].map((read) => read()));
  const typed = document.querySelectorAll<HTMLInputElement>('form input:not([hidden])');
  return [...typed].some((field) => !kept.has(field) && field.value !== field.defaultValue);
}

function current(): Kept {
  const drafts: Kept['drafts'] = {};
  for (const [name, read] of fields) {
    const field = read();
    if (field) drafts[name] = draftOf(field);
  }
  return { path: location.pathname, userId: Meteor.userId(), drafts };
}

function draftOf(field: HTMLInputElement): Draft {
  const { value: text, selectionStart, selectionEnd } = field;
  if (document.activeElement !== field) return { text };
  return { text, caret: [selectionStart ?? text.length, selectionEnd ?? text.length] };
}
