import { orders } from '@meteor-vs-mean/contract/orders';
import { useFind } from 'meteor/react-meteor-data';
import { Lists } from '/imports/api/lists/collection';
import { Todos } from '/imports/api/todos/collection';
import { Missing } from '../Missing';
import { useSubscription } from '../use-subscription';
import { useTitle } from '../use-title';
import { TodoApp } from './TodoApp';

/** One list: the TodoMVC application, and the list's name. */
export function ListPage({ listId }: { listId: string }) {
  const isLoading = useSubscription('lists.all');
  useSubscription('todos.byList', { listId });
  const [list] = useFind(() => Lists.find({ _id: listId }), [listId]);
  const todos = useFind(() => Todos.find({ listId }, { sort: orders.todos }), [listId]);
  if (!list && !isLoading()) return <Missing what="list" />;
  return <List listId={listId} name={list?.name ?? ''} todos={todos} />;
}

function List({ listId, name, todos }: Parameters<typeof TodoApp>[0] & { name: string }) {
  useTitle(name || 'List');
  return (
    <>
      <TodoApp listId={listId} todos={todos} />
      <footer className="info">
        <p>Double-click to edit a todo</p>
        <p className="list-name">{name}</p>
      </footer>
    </>
  );
}
