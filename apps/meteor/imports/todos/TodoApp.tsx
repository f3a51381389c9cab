import type { Todo } from '@meteor-vs-mean/contract';
import { isOfComposition } from '@meteor-vs-mean/contract/composing';
import { limits } from '@meteor-vs-mean/contract/limits';
import { Random } from 'meteor/random';
import {
  type KeyboardEvent,
  startTransition,
  useCallback,
  useEffect,
  useOptimistic,
  useRef,
  useState,
} from 'react';
import { useHydrated } from '/imports/app/rendering/page';
import { write } from '../app/call';
import { mayTakeFocus } from '../app/framed';
import { Lock } from '../app/Lock';
import { OverLimit, textOf } from '../app/text';
import { useKeptText } from '../app/use-kept-text';
import { usePending } from '../app/use-pending';
import { Footer } from './Footer';
import { filtered } from './filter';
import { TodoItem } from './TodoItem';
import { useFilter } from './use-filter';

interface Props {
  listId: string;
  todos: Todo[];
  /** Whether these are the server-rendered todos; the list's own replace them once loaded. */
  readOnly: boolean;
  /** Whether only some accounts may see the list. */
  isPrivate: boolean;
  /** Called before a todo is added, when the list may not exist yet. */
  beforeFirst(): void;
}

/** The page of the TodoMVC application specification. */
export function TodoApp({ listId, todos, readOnly, isPrivate, beforeFirst }: Props) {
  const pending = usePending();
  const filter = useFilter();
  const newTodo = useRef<HTMLInputElement>(null);
  const focusNewTodo = useCallback(() => newTodo.current?.focus(), []);
  const [isTakenOver] = useState(!useHydrated());
  useEffect(() => {
    // A server-rendered page keeps the reader's focus and scroll position.
    if (isTakenOver && document.activeElement !== document.body) return;
    if (mayTakeFocus()) newTodo.current?.focus({ preventScroll: true });
  }, [isTakenOver]);
  useKeptText('new todo', newTodo);
  const [editing, edit] = useState<string>();
  const left = todos.filter(({ done }) => !done).length;
  const [allDone, setAllDone] = useOptimistic(left === 0);

  const add = (event: KeyboardEvent<HTMLInputElement>) => {
    // An Enter that ends the composition of a character doesn't submit.
    if (event.key !== 'Enter' || isOfComposition(event.nativeEvent)) return;
    const text = textOf(event.currentTarget, limits.todoTextLength);
    if (!text) return;
    beforeFirst();
    write('todos.insert', { _id: Random.id(), listId, text });
    event.currentTarget.value = '';
  };
  const toggleAll = () =>
    startTransition(async () => {
      setAllDone(!allDone);
      const changing = todos.filter(({ done }) => done === allDone).map(({ _id }) => _id);
      await write('todos.setAllDone', { listId, done: !allDone }, changing);
    });
  const clearCompleted = () => {
    write('todos.removeDone', { listId });
    // The button disappears with the completed todos.
    focusNewTodo();
  };

  return (
    <section className="todoapp">
      <header className="header">
        <h1>todos{isPrivate && <Lock />}</h1>
        <input
          className="new-todo"
          placeholder="What needs to be done?"
          aria-label="What needs to be done?"
          dir="auto"
          autoComplete="off"
          ref={newTodo}
          onKeyDown={add}
        />
        <OverLimit field={newTodo} most={limits.todoTextLength} />
      </header>
      {todos.length > 0 && (
        <>
          <section className="main">
            <input
              id="toggle-all"
              className="toggle-all"
              type="checkbox"
              checked={allDone}
              disabled={readOnly}
              onChange={toggleAll}
            />
            <label htmlFor="toggle-all">Mark all as complete</label>
            <ul className="todo-list">
              {filtered(todos, filter, editing).map((todo) => (
                <TodoItem
                  key={todo._id}
                  todo={todo}
                  pending={pending.has(todo._id)}
                  readOnly={readOnly}
                  editing={todo._id === editing}
                  edit={edit}
                  focusNewTodo={focusNewTodo}
                />
              ))}
            </ul>
          </section>
          <Footer left={left} done={todos.length - left} filter={filter} clearCompleted={clearCompleted} />
        </>
      )}
    </section>
  );
}
