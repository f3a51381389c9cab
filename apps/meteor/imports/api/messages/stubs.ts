import { Meteor } from 'meteor/meteor';
import { defineStubs } from '../define-stubs';
import { pendingDate } from '../pending-date';
import { Messages } from './collection';

defineStubs({
  'messages.send'({ _id, roomId, nickname, text }, userId) {
    const createdAt = pendingDate(Messages, { roomId });
    const own = userId ? { nickname: Meteor.user()?.username ?? nickname, userId } : { nickname };
    Messages.insert({ _id, roomId, ...own, text, createdAt });
  },
});
