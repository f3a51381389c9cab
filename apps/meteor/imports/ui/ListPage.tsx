import { Random } from 'meteor/random';
import { useFind, useSubscribe } from 'meteor/react-meteor-data';
import { Todos } from '/imports/api/todos/collection';
import { call } from './call';
import { TextForm } from './TextForm';

/** One list's todos, live. */
export function ListPage({ listId }: { listId: string }) {
  const isLoading = useSubscribe('todos.byList', { listId });
  const todos = useFind(() => Todos.find({ listId }, { sort: { createdAt: 1, _id: 1 } }), [listId]);
  return (
    <section aria-busy={isLoading()}>
      <ul>
        {todos.map(({ _id, text, done }) => (
          <li key={_id}>
            <label>
              <input
                type="checkbox"
                checked={done}
                onChange={() => call('todos.setDone', { _id, done: !done })}
              />
              {text}
            </label>
          </li>
        ))}
      </ul>
      <TextForm
        label="What needs to be done?"
        submit={(text) => call('todos.insert', { _id: Random.id(), listId, text })}
      />
    </section>
  );
}
