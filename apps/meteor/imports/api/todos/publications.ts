import { Meteor } from 'meteor/meteor';
import { findPublished } from '../find-published';
import { Todos } from './collection';

Meteor.publish('todos.byList', (params: unknown) => findPublished(Todos, 'todos.byList', params));
