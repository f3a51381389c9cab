import type { Todo } from '@meteor-vs-mean/contract';
import { limits } from '@meteor-vs-mean/contract/limits';
import { Random } from 'meteor/random';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useHydrated } from '/imports/rendering/page';
import { write } from '../call';
import { Lock } from '../Lock';
import { useDraft } from '../use-draft';
import { usePending } from '../use-pending';
import { Footer } from './Footer';
import { filtered } from './filter';
import { TodoItem } from './TodoItem';
import { useFilter } from './use-filter';
import { useTicked } from './use-ticked';

interface Props {
  listId: string;
  todos: Todo[];
  /** Whether the list is for some accounts only. */
  isPrivate: boolean;
}

/** The page that the TodoMVC application specification describes. */
export function TodoApp({ listId, todos, isPrivate }: Props) {
  const pending = usePending();
  const filter = useFilter();
  const newTodo = useRef<HTMLInputElement>(null);
  const focusNewTodo = useCallback(() => newTodo.current?.focus(), []);
  const [isTakenOver] = useState(!useHydrated());
  useEffect(() => {
    // Who reads or types before this page's scripts are here goes on with that, and where the page is scrolled it stays.
    if (isTakenOver && document.activeElement !== document.body) return;
    newTodo.current?.focus({ preventScroll: true });
  }, [isTakenOver]);
  useDraft('new todo', newTodo);
  const left = todos.filter(({ done }) => !done).length;
  const [allDone, tick] = useTicked(left === 0);

  const add = (event: KeyboardEvent<HTMLInputElement>) => {
    // An Enter that ends the composition of a character isn't one that ends the text.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    const text = event.currentTarget.value.trim();
    if (text === '') return;
    write('todos.insert', { _id: Random.id(), listId, text });
    event.currentTarget.value = '';
  };
  const setAll = (done: boolean) => {
    const changing = todos.filter((todo) => todo.done !== done).map(({ _id }) => _id);
    tick(done, write('todos.setAllDone', { listId, done }, changing));
  };
  const clearCompleted = () => {
    write('todos.removeDone', { listId });
    // The button is gone with what it cleared.
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
          maxLength={limits.todoTextLength}
          autoComplete="off"
          ref={newTodo}
          onKeyDown={add}
        />
      </header>
      {todos.length > 0 && (
        <>
          <section className="main">
            <input
              id="toggle-all"
              className="toggle-all"
              type="checkbox"
              checked={allDone}
              onChange={() => setAll(!allDone)}
            />
            <label htmlFor="toggle-all">Mark all as complete</label>
            <ul className="todo-list">
              {filtered(todos, filter).map((todo) => (
                <TodoItem
                  key={todo._id}
                  todo={todo}
                  pending={pending.has(todo._id)}
                  focusElsewhere={focusNewTodo}
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
