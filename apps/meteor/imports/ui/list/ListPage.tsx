import type { List, Todo } from '@meteor-vs-mean/contract';
import { orders } from '@meteor-vs-mean/contract/orders';
import { Lists } from '/imports/api/lists/collection';
import { Todos } from '/imports/api/todos/collection';
import { useAccount } from '../account/use-account';
import { Missing } from '../Missing';
import { usePublished } from '../use-published';
import { useTitle } from '../use-title';
import { Members } from './Members';
import { TodoApp } from './TodoApp';

/** One list: the TodoMVC application, and the list's name. */
export function ListPage({ listId }: { listId: string }) {
  const account = useAccount();
  const one = { collection: Lists, selector: { _id: listId }, sort: orders.lists };
  const all = usePublished({ name: 'lists.all', ...one }, [listId]);
  const mine = usePublished({ name: account && 'lists.mine', ...one }, [listId]);
  const list = all.documents[0] ?? mine.documents[0];
  const { documents: todos } = usePublished(
    {
      name: 'todos.byList',
      params: { listId },
      collection: Todos,
      selector: { listId },
      sort: orders.todos,
    },
    [listId],
  );
  if (!list && !all.isLoading && !mine.isLoading) return <Missing what="list" />;
  return <OneList listId={listId} list={list} todos={todos} userId={account?.userId} />;
}

interface Props {
  listId: string;
  /** Undefined while it is on its way. */
  list: List | undefined;
  todos: Todo[];
  userId: string | undefined;
}

function OneList({ listId, list, todos, userId }: Props) {
  useTitle(list?.name || 'List');
  const isPrivate = list?.owner !== undefined;
  return (
    <>
      <TodoApp listId={listId} todos={todos} isPrivate={isPrivate} />
      <footer className="info">
        <p>Double-click to edit a todo</p>
        <p className="list-name">{list?.name}</p>
      </footer>
      {isPrivate && <Members list={list} userId={userId} />}
    </>
  );
}
