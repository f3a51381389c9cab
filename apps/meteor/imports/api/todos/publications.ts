import { roleOn } from '@meteor-vs-mean/contract';
import { findPublished } from '../find-published';
import { Lists } from '../lists/collection';
import { publish } from '../publish';
import { publishWhile } from '../publish-while';
import { Todos } from './collection';

publish('todos.byList', function (params: unknown) {
  const todos = findPublished(Todos, 'todos.byList', params);
  if (!todos) return this.ready();
  const { listId } = params as { listId: string };
  const list = Lists.find({ _id: listId }, { fields: { owner: 1, members: 1 } });
  const userId = this.userId ?? undefined;
  return publishWhile(this, list, (access) => roleOn(access, userId) !== undefined, todos, 'todos');
});
