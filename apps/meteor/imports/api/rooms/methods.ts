import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor } from 'meteor/meteor';
import { assertRoomForOne } from '../assert-room-for-one';
import { createdAtIn } from '../created-at';
import { defineMethods } from '../define-methods';
import { Rooms } from './collection';

defineMethods({
  async 'rooms.insert'({ _id, name }) {
    if (Meteor.isServer) await assertRoomForOne(Rooms, {}, limits.rooms, 'rooms');
    const createdAt = await createdAtIn(Rooms, {});
    await Rooms.insertAsync({ _id, name, createdAt });
    return _id;
  },
});
