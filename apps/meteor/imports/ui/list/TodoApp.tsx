import type { Todo } from '@meteor-vs-mean/contract';
import { isOfComposition } from '@meteor-vs-mean/contract/composing';
import { limits } from '@meteor-vs-mean/contract/limits';
import { Random } from 'meteor/random';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useHydrated } from '/imports/rendering/page';
import { write } from '../call';
import { mayTakeFocus } from '../framed';
import { Lock } from '../Lock';
import { useKeptDraft } from '../use-kept-draft';
import { usePending } from '../use-pending';
import { Footer } from './Footer';
import { filtered } from './filter';
import { LostDraft } from './LostDraft';
import { TodoItem } from './TodoItem';
import { useFilter } from './use-filter';
import type { LostDrafts } from './use-lost-drafts';
import { useTicked } from './use-ticked';

interface Props {
  listId: string;
  todos: Todo[];
  /** Whether the list is for some accounts only. */
  isPrivate: boolean;
  drafts: LostDrafts;
  /** Called before a todo is added: there may be no list yet. */
  beforeFirst(): void;
}

const nothing: ReadonlySet<string> = new Set();

/** The page that the TodoMVC application specification describes. */
export function TodoApp({ listId, todos, isPrivate, drafts, beforeFirst }: Props) {
  const pending = usePending();
  const filter = useFilter();
  const newTodo = useRef<HTMLInputElement>(null);
  const focusNewTodo = useCallback(() => newTodo.current?.focus(), []);
  const [isTakenOver] = useState(!useHydrated());
  useEffect(() => {
    // Who reads or types before this page's scripts are here goes on with that, and where the page is scrolled it stays.
    if (isTakenOver && document.activeElement !== document.body) return;
    if (mayTakeFocus()) newTodo.current?.focus({ preventScroll: true });
  }, [isTakenOver]);
  useKeptDraft('new todo', newTodo);
  const [open, setOpen] = useState(nothing);
  const edits = useCallback((_id: string, editing: boolean) => {
    setOpen((ids) => new Set(editing ? [...ids, _id] : [...ids].filter((id) => id !== _id)));
  }, []);
  const left = todos.filter(({ done }) => !done).length;
  const [allDone, tick] = useTicked(left === 0);

  const insert = (text: string) => {
    beforeFirst();
    write('todos.insert', { _id: Random.id(), listId, text });
  };
  const add = (event: KeyboardEvent<HTMLInputElement>) => {
    // An Enter that ends the composition of a character isn't one that ends the text.
    if (event.key !== 'Enter' || isOfComposition(event.nativeEvent)) return;
    const text = event.currentTarget.value.trim();
    if (text === '') return;
    insert(text);
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
      {drafts.lost.map(({ id, text }) => {
        const letGo = () => {
          drafts.letGo(id);
          focusNewTodo();
        };
        const addAgain = () => {
          insert(text.trim());
          letGo();
        };
        return <LostDraft key={id} text={text} addAgain={addAgain} letGo={letGo} />;
      })}
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
              {filtered(todos, filter, open).map((todo) => (
                <TodoItem
                  key={todo._id}
                  todo={todo}
                  pending={pending.has(todo._id)}
                  focusElsewhere={focusNewTodo}
                  lose={drafts.lose}
                  edits={edits}
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
