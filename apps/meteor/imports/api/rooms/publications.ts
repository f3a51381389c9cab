import { Meteor } from 'meteor/meteor';
import { findPublished } from '../find-published';
import { Rooms } from './collection';

Meteor.publish('rooms.all', (params: unknown) => findPublished(Rooms, 'rooms.all', params));
