import { Meteor } from 'meteor/meteor';
import { findPublished } from '../find-published';
import { Lists } from './collection';

Meteor.publish('lists.all', (params: unknown) => findPublished(Lists, 'lists.all', params));

Meteor.publish('lists.mine', function (params: unknown) {
  const cursor = findPublished(Lists, 'lists.mine', params, this.userId);
  if (!cursor) this.ready();
  return cursor;
});
