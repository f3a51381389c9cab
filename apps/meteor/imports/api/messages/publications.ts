import { Meteor } from 'meteor/meteor';
import { findPublished } from '../find-published';
import { Messages } from './collection';

Meteor.publish('messages.byRoom', (params: unknown) => findPublished(Messages, 'messages.byRoom', params));
