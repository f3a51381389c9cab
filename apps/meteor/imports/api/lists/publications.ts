import { findPublished } from '../find-published';
import { publish } from '../publish';
import { Lists } from './collection';

publish('lists.all', (params: unknown) => findPublished(Lists, 'lists.all', params));

publish('lists.mine', function (params: unknown) {
  const cursor = findPublished(Lists, 'lists.mine', params, this.userId);
  if (!cursor) this.ready();
  return cursor;
});
