import type { Todo } from '@meteor-vs-mean/contract';
import { isOfComposition } from '@meteor-vs-mean/contract/composing';
import { limits } from '@meteor-vs-mean/contract/limits';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { write } from '../app/call';
import { OverLimit, textOf } from '../app/text';

interface Props {
  todo: Todo;
  /** Removes the field. */
  end(): void;
  /** These get the focus that the field had: the second one if the todo is removed. */
  focusRow(): void;
  focusNewTodo(): void;
}

/** The field for editing a todo. Until the user types, it follows the todo's text. */
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
  // The native event: React's onBlur is `focusout`, which a script's blur() doesn't fire here.
  useLayoutEffect(() => {
    const input = field.current;
    input?.addEventListener('blur', save);
    return () => input?.removeEventListener('blur', save);
  });
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    if (isOfComposition(nativeEvent) || (key !== 'Enter' && key !== 'Escape')) return;
    const removes = key === 'Enter' && textOf(field.current, limits.todoTextLength) === '';
    // At once, because a hidden row can't get the focus.
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
