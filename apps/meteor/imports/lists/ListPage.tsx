import type { List, Todo } from '@meteor-vs-mean/contract';
import { roleOn } from '@meteor-vs-mean/contract/access';
import { orders } from '@meteor-vs-mean/contract/orders';
import { useLocation } from 'wouter';
import { Lists } from '/imports/lists/collection';
import { Todos } from '/imports/todos/collection';
import { useAccount } from '../accounts/use-account';
import { write } from '../app/call';
import { Missing } from '../app/Missing';
import { Removal } from '../app/Removal';
import { useGone } from '../app/use-gone';
import { usePublished } from '../app/use-published';
import { useTitle } from '../app/use-title';
import { TodoApp } from '../todos/TodoApp';
import { Manage } from './Manage';
import { Members } from './Members';
import { untitled, useNewList } from './use-new-list';

/** One list: the TodoMVC application, and the list's name. */
export function ListPage({ listId }: { listId: string }) {
  const account = useAccount();
  const one = { collection: Lists, selector: { _id: listId }, sort: orders.lists };
  const all = usePublished({ name: 'lists.all', ...one }, [listId]);
  const mine = usePublished({ name: account && 'lists.mine', ...one }, [listId]);
  const list = all.documents[0] ?? mine.documents[0];
  const { documents: todos, isRendered } = usePublished(
    {
      name: 'todos.byList',
      params: { listId },
      collection: Todos,
      selector: { listId },
      sort: orders.todos,
    },
    [listId],
  );
  const { kind, make } = useNewList(listId);
  const gone = useGone(list, account?.userId);
  const isToBeMade = !list && !gone && (kind === 'public' || (kind === 'private' && account !== undefined));
  if (!list && !isToBeMade && !all.isLoading && !mine.isLoading) {
    return <Missing what="list" gone={gone} />;
  }
  return (
    <OneList
      listId={listId}
      list={list}
      todos={todos}
      userId={account?.userId}
      readOnly={isRendered}
      toMake={isToBeMade ? { isPrivate: kind === 'private', make } : undefined}
    />
  );
}

interface Props {
  listId: string;
  /** Undefined while it is loading, or doesn't exist yet. */
  list: List | undefined;
  todos: Todo[];
  userId: string | undefined;
  /** Whether the todos are the server-rendered ones. */
  readOnly: boolean;
  /** Creates the list, if it doesn't exist yet. */
  toMake: { isPrivate: boolean; make(name: string): void } | undefined;
}

function OneList({ listId, list, todos, userId, readOnly, toMake }: Props) {
  const [, navigate] = useLocation();
  const name = list?.name ?? (toMake ? untitled : undefined);
  useTitle(name || 'List');
  const isPrivate = list ? list.owner !== undefined : toMake?.isPrivate === true;
  const rename = (wanted: string) => {
    if (toMake) toMake.make(wanted);
    else write('lists.rename', { _id: listId, name: wanted });
  };
  const remove = () => {
    navigate('/');
    write('lists.remove', { _id: listId });
  };
  return (
    <>
      <TodoApp
        listId={listId}
        todos={todos}
        isPrivate={isPrivate}
        readOnly={readOnly}
        beforeFirst={() => toMake?.make(untitled)}
      />
      <footer className="info">
        <p>Double-click to edit a todo</p>
        <p className="list-name" dir="auto">
          {name}
        </p>
      </footer>
      {(toMake || (list && roleOn(list, userId) === 'owner')) && (
        <Manage name={name ?? ''} rename={rename}>
          {list && <Removal what="list" name={list.name} remove={remove} />}
        </Manage>
      )}
      {list && isPrivate && <Members list={list} userId={userId} />}
    </>
  );
}
