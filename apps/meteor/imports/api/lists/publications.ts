import { Meteor } from 'meteor/meteor';
import { findPublished } from '../find-published';
import { Lists } from './collection';

Meteor.publish('lists.all', (params: unknown) => findPublished(Lists, 'lists.all', params));
