import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { addField, type Draft, takeDraft } from './drafts';

/**
 * Has what is typed into a field stay when the page is loaded anew.
 * @param name of the field, on its page
 * @param restore shows a text that was kept; default: puts it into the field
 * @param isOn whether what stands in the field was typed by its user
 */
export function useKeptDraft(
  name: string,
  field: RefObject<HTMLInputElement | null>,
  restore?: (text: string) => void,
  isOn = true,
): void {
  const latest = useRef({ restore, isOn });
  latest.current = { restore, isOn };
  const shown = useRef<Draft>(undefined);

  useEffect(() => {
    const draft = takeDraft(name);
    const { restore, isOn } = latest.current;
    // What was typed meanwhile counts for more.
    if (!draft || !field.current || (isOn && field.current.value !== '')) return;
    shown.current = draft;
    if (restore) restore(draft.text);
    else {
      field.current.value = draft.text;
      placeCaret(field.current, shown);
    }
  }, [name, field]);

  // Once the text has been rendered.
  useLayoutEffect(() => {
    if (isOn && field.current) placeCaret(field.current, shown);
  });

  useEffect(() => (isOn ? addField(name, () => field.current) : undefined), [name, field, isOn]);
}

function placeCaret(field: HTMLInputElement, draft: RefObject<Draft | undefined>): void {
  if (field.value !== draft.current?.text) return;
  const { caret } = draft.current;
  draft.current = undefined;
  if (!caret) return;
  field.focus();
  field.setSelectionRange(...caret);
}
