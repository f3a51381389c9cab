import { limits } from '@meteor-vs-mean/contract';
import { Meteor } from 'meteor/meteor';
import { assertRoomForOne } from '../assert-room-for-one';
import { defineMethods } from '../define-methods';
import { Rooms } from './collection';

defineMethods({
  async 'rooms.insert'({ _id, name }) {
    if (Meteor.isServer) await assertRoomForOne(Rooms, {}, limits.rooms, 'rooms');
    await Rooms.insertAsync({ _id, name, createdAt: new Date() });
    return _id;
  },
});
