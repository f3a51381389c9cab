import { Meteor } from 'meteor/meteor';
import { defineStubs } from '../define-stubs';
import { pendingDate } from '../pending-date';
import { Lists } from './collection';

// Nothing is shared by a stub: a browser knows no other accounts.

defineStubs({
  'lists.insert'({ _id, name, private: isPrivate }, userId) {
    const list = { _id, name, createdAt: pendingDate(Lists, {}) };
    if (!isPrivate) Lists.insert(list);
    else if (userId !== undefined) {
      const username = Meteor.user()?.username ?? '';
      Lists.insert({ ...list, owner: userId, members: [{ _id: userId, username }] });
    }
  },
  'lists.rename'({ _id, name }) {
    Lists.update({ _id }, { $set: { name } });
  },
  'lists.remove'({ _id }) {
    Lists.remove({ _id });
  },
  'lists.unshare'({ _id, username }) {
    const isMeant = (member: { username: string }) =>
      member.username.toLowerCase() === username.toLowerCase();
    const member = Lists.findOne({ _id })?.members?.find(isMeant);
    if (member) Lists.update({ _id }, { $pull: { members: { _id: member._id } } });
  },
});
