import type { Todo } from '@meteor-vs-mean/contract';
import { isOfComposition } from '@meteor-vs-mean/contract/composing';
import { limits } from '@meteor-vs-mean/contract/limits';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { write } from '../app/call';
import { OverLimit, textOf } from '../app/text';

interface Props {
  todo: Todo;
  /** Takes the field away. */
  end(): void;
  /** These take the focus that the field had: the second one if the todo goes, too. */
  focusRow(): void;
  focusNewTodo(): void;
}

/** The field in which a todo is edited. Until something is typed its text follows the todo's. */
export function TodoEdit({ todo: { _id, text }, end, focusRow, focusNewTodo }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const input = field.current;
    input?.focus();
    input?.setSelectionRange(input.value.length, input.value.length);
  }, []);
  const save = () => {
    const wanted = textOf(field.current, limits.todoTextLength);
    if (wanted === undefined) return;
    end();
    if (wanted === '') write('todos.remove', { _id });
    else if (wanted !== text) write('todos.setText', { _id, text: wanted });
  };
  // The browser's own event: React's onBlur is `focusout`, which a blur that a script makes doesn't have.
  useLayoutEffect(() => {
    const input = field.current;
    input?.addEventListener('blur', save);
    return () => input?.removeEventListener('blur', save);
  });
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    if (isOfComposition(nativeEvent) || (key !== 'Enter' && key !== 'Escape')) return;
    const removes = key === 'Enter' && textOf(field.current, limits.todoTextLength) === '';
    // At once: a row that is hidden can't take the focus.
    flushSync(key === 'Enter' ? save : end);
    if (!field.current) (removes ? focusNewTodo : focusRow)();
  };
  return (
    <>
      <input
        className="edit"
        aria-label="Edit todo"
        dir="auto"
        autoComplete="off"
        defaultValue={text}
        ref={field}
        onKeyDown={onKeyDown}
      />
      <OverLimit field={field} most={limits.todoTextLength} />
    </>
  );
}
