import type { Todo } from '@meteor-vs-mean/contract';
import { limits } from '@meteor-vs-mean/contract/limits';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { type KeyboardEvent, type MouseEvent, memo, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { write } from '../call';
import { useDraft } from '../use-draft';
import { useTicked } from './use-ticked';

interface Props {
  todo: Todo;
  pending: boolean;
  /** Takes the focus that a removed item had. */
  focusElsewhere(): void;
}

export const TodoItem = memo(function TodoItem({ todo, pending, focusElsewhere }: Props) {
  const { _id, text } = todo;
  const [done, tick] = useTicked(todo.done);
  const [draft, setDraft] = useState<string>();
  const editing = draft !== undefined;
  const edit = useRef<HTMLInputElement>(null);
  const label = useRef<HTMLLabelElement>(null);
  useLayoutEffect(() => {
    const input = edit.current;
    if (!editing || !input) return;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }, [editing]);
  useDraft(`todo ${_id}`, edit, setDraft, editing);

  const save = () => {
    if (draft === undefined) return;
    setDraft(undefined);
    const wanted = draft.trim();
    if (wanted === '') write('todos.remove', { _id });
    else if (wanted !== text) write('todos.setText', { _id, text: wanted });
  };
  // The browser's own event: React's onBlur is `focusout`, which a blur that a script makes doesn't have.
  useLayoutEffect(() => {
    const input = edit.current;
    if (!editing || !input) return;
    input.addEventListener('blur', save);
    return () => input.removeEventListener('blur', save);
  });
  const remove = (event: MouseEvent) => {
    // From the keyboard (no click count): the focus must not be lost with the button.
    if (event.detail === 0) focusElsewhere();
    write('todos.remove', { _id });
  };
  const onEditKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // At once: what is hidden can't take the focus.
    flushSync(event.key === 'Enter' ? save : () => setDraft(undefined));
    if (event.key === 'Enter' && draft?.trim() === '') focusElsewhere();
    else label.current?.focus();
  };
  const onLabelKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'F2') return;
    event.preventDefault();
    setDraft(text);
  };

  const classes = [done && 'completed', editing && 'editing', pending && 'pending'].filter(Boolean).join(' ');
  return (
    <li className={classes || undefined} aria-busy={pending || undefined} data-testid={testIds.todoItem}>
      <div className="view">
        <input
          className="toggle"
          type="checkbox"
          aria-label={`Toggle todo: ${text}`}
          checked={done}
          onChange={() => tick(!done, write('todos.setDone', { _id, done: !done }))}
        />
        {/* biome-ignore lint/a11y/noLabelWithoutControl: TodoMVC's markup; the input's own name is its aria-label */}
        <label
          ref={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: by the keyboard, editing begins here
          tabIndex={0}
          data-testid={testIds.todoTitle}
          onDoubleClick={() => setDraft(text)}
          onKeyDown={onLabelKey}
        >
          {text}
        </label>
        <button type="button" className="destroy" aria-label="Delete" onClick={remove} />
      </div>
      <input
        className="edit"
        aria-label="Edit todo"
        maxLength={limits.todoTextLength}
        ref={edit}
        value={draft ?? text}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onEditKey}
      />
    </li>
  );
});
