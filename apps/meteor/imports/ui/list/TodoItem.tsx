import type { Todo } from '@meteor-vs-mean/contract';
import { isOfComposition } from '@meteor-vs-mean/contract/composing';
import { limits } from '@meteor-vs-mean/contract/limits';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { type KeyboardEvent, type MouseEvent, memo, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { write } from '../call';
import { useKeptDraft } from '../use-kept-draft';
import { Conflict } from './Conflict';
import { useDraft } from './use-draft';
import { useTicked } from './use-ticked';

interface Props {
  todo: Todo;
  pending: boolean;
  /** Takes the focus that a removed item had. */
  focusElsewhere(): void;
  /** Told what was typed if the todo goes while it is edited; always the same function. */
  lose(text: string): void;
  /** Told when the editing begins and ends. */
  edits(_id: string, editing: boolean): void;
}

export const TodoItem = memo(function TodoItem({ todo, pending, focusElsewhere, lose, edits }: Props) {
  const { _id, text } = todo;
  const [done, tick] = useTicked(todo.done);
  const { text: draft, theirs, begin, type, end } = useDraft(text, lose);
  const editing = draft !== undefined;
  const edit = useRef<HTMLInputElement>(null);
  const label = useRef<HTMLLabelElement>(null);
  useLayoutEffect(() => {
    const input = edit.current;
    if (!editing || !input) return;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }, [editing]);
  const goOn = (text: string) => {
    begin();
    type(text);
  };
  useKeptDraft(`todo ${_id}`, edit, goOn, editing);

  useLayoutEffect(() => {
    if (!editing) return;
    edits(_id, true);
    return () => edits(_id, false);
  }, [editing, edits, _id]);

  const save = () => {
    if (draft === undefined) return;
    end();
    const wanted = draft.trim();
    if (wanted === '') write('todos.remove', { _id });
    else if (wanted !== text) write('todos.setText', { _id, text: wanted });
  };
  // The browser's own event: React's onBlur is `focusout`, which a blur that a script makes doesn't have.
  useLayoutEffect(() => {
    const input = edit.current;
    // While there is a choice to make, to leave the field doesn't make it.
    if (!editing || theirs !== undefined || !input) return;
    input.addEventListener('blur', save);
    return () => input.removeEventListener('blur', save);
  });
  const remove = (event: MouseEvent) => {
    // From the keyboard (no click count): the focus must not be lost with the button.
    if (event.detail === 0) focusElsewhere();
    write('todos.remove', { _id });
  };
  const keep = () => {
    // At once: what is hidden can't take the focus.
    flushSync(save);
    if (draft?.trim() === '') focusElsewhere();
    else label.current?.focus();
  };
  const leave = () => {
    flushSync(end);
    label.current?.focus();
  };
  const onEditKey = (event: KeyboardEvent) => {
    if (isOfComposition(event.nativeEvent)) return;
    if (event.key === 'Enter') keep();
    if (event.key === 'Escape') leave();
  };
  const onLabelKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'F2') return;
    event.preventDefault();
    begin();
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
          onDoubleClick={begin}
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
        onChange={(event) => type(event.target.value)}
        onKeyDown={onEditKey}
      />
      {theirs !== undefined && <Conflict theirs={theirs} keep={keep} take={leave} />}
    </li>
  );
});
