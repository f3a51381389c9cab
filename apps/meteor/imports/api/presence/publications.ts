import { Meteor } from 'meteor/meteor';
import { findPublished } from '../find-published';
import { Presences } from './collection';

Meteor.publish('presence.byRoom', (params: unknown) => findPublished(Presences, 'presence.byRoom', params));
