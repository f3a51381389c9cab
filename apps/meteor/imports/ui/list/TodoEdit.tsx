import { isOfComposition } from '@meteor-vs-mean/contract/composing';
import { limits } from '@meteor-vs-mean/contract/limits';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { OverLimit, textOf } from '../text';

interface Props {
  text: string;
  /** Ends the editing. */
  save(wanted: string): void;
  cancel(): void;
  /** These take the focus that the field had: the one if the todo goes with its text. */
  focusNewTodo(): void;
  focusRow(): void;
}

/** The field in which a todo is edited. Until something is typed its text follows the todo's. */
export function TodoEdit({ text, save, cancel, focusNewTodo, focusRow }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const input = field.current;
    input?.focus();
    input?.setSelectionRange(input.value.length, input.value.length);
  }, []);
  const end = () => {
    const wanted = textOf(field.current, limits.todoTextLength);
    if (wanted !== undefined) save(wanted);
  };
  // The browser's own event: React's onBlur is `focusout`, which a blur that a script makes doesn't have.
  useLayoutEffect(() => {
    const input = field.current;
    input?.addEventListener('blur', end);
    return () => input?.removeEventListener('blur', end);
  });
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    if (isOfComposition(nativeEvent) || (key !== 'Enter' && key !== 'Escape')) return;
    const isEmpty = field.current?.value.trim() === '';
    // At once: a row that is hidden can't take the focus.
    flushSync(key === 'Enter' ? end : cancel);
    if (!field.current) (key === 'Enter' && isEmpty ? focusNewTodo : focusRow)();
  };
  return (
    <>
      <input
        className="edit"
        aria-label="Edit todo"
        dir="auto"
        defaultValue={text}
        ref={field}
        onKeyDown={onKeyDown}
      />
      <OverLimit field={field} most={limits.todoTextLength} />
    </>
  );
}
