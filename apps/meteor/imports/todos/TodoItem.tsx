import type { Todo } from '@meteor-vs-mean/contract';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { type KeyboardEvent, type MouseEvent, memo, startTransition, useOptimistic, useRef } from 'react';
import { write } from '../app/call';
import { scrollToOwn } from '../app/scroll-to-own';
import { TodoEdit } from './TodoEdit';

interface Props {
  todo: Todo;
  pending: boolean;
  /** Whether it can't be ticked yet. */
  readOnly: boolean;
  editing: boolean;
  /** Starts or ends editing a todo. */
  edit(_id: string | undefined): void;
  /** Gets the focus that a removed row had. */
  focusNewTodo(): void;
}

export const TodoItem = memo(function TodoItem(props: Props) {
  const { todo, pending, readOnly, editing, edit, focusNewTodo } = props;
  const { _id, text } = todo;
  // Meteor runs stubs asynchronously, and React would undo the click until then.
  const [done, setDone] = useOptimistic(todo.done);
  const label = useRef<HTMLLabelElement>(null);
  const toggle = () =>
    startTransition(async () => {
      setDone(!done);
      await write('todos.setDone', { _id, done: !done });
    });
  const onLabelKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'F2') return;
    event.preventDefault();
    edit(_id);
  };
  const remove = (event: MouseEvent) => {
    // From the keyboard (no click count): the focus must not be lost with the button.
    if (event.detail === 0) focusNewTodo();
    write('todos.remove', { _id });
  };
  const classes = [done && 'completed', editing && 'editing', pending && 'pending'].filter(Boolean).join(' ');
  const focusRow = () => label.current?.focus();
  return (
    <li
      className={classes || undefined}
      aria-busy={pending || undefined}
      data-testid={testIds.todoItem}
      ref={scrollToOwn}
    >
      <div className="view">
        <input
          className="toggle"
          type="checkbox"
          aria-label={`Toggle todo: ${text}`}
          checked={done}
          disabled={readOnly}
          onChange={toggle}
        />
        {/* biome-ignore lint/a11y/noLabelWithoutControl: TodoMVC's markup; the input's own name is its aria-label */}
        <label
          ref={label}
          dir="auto"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard starts editing here
          tabIndex={0}
          data-testid={testIds.todoTitle}
          onDoubleClick={() => edit(_id)}
          onKeyDown={onLabelKey}
        >
          {text}
        </label>
        <button type="button" className="destroy" aria-label={`Delete: ${text}`} onClick={remove} />
      </div>
      {editing && (
        <TodoEdit todo={todo} end={() => edit(undefined)} focusRow={focusRow} focusNewTodo={focusNewTodo} />
      )}
    </li>
  );
});
