import { useFind, useSubscribe } from 'meteor/react-meteor-data';
import { useState } from 'react';
import { Lists } from '/imports/api/lists/collection';
import { Rooms } from '/imports/api/rooms/collection';
import { Chooser } from './Chooser';
import { ListPage } from './ListPage';
import { RoomPage } from './RoomPage';

/** Every list and room, and the chosen one of each, live. */
export function App() {
  useSubscribe('lists.all');
  useSubscribe('rooms.all');
  const lists = useFind(() => Lists.find({}, { sort: { createdAt: 1, _id: 1 } }), []);
  const rooms = useFind(() => Rooms.find({}, { sort: { createdAt: 1, _id: 1 } }), []);
  const [listId, setListId] = useState<string>();
  const [roomId, setRoomId] = useState<string>();
  const list = lists.find(({ _id }) => _id === listId) ?? lists[0];
  const room = rooms.find(({ _id }) => _id === roomId) ?? rooms[0];
  return (
    <main>
      <h1>Meteor</h1>
      <Chooser title="Lists" method="lists.insert" items={lists} chosen={list?._id} choose={setListId} />
      {list && <ListPage key={list._id} listId={list._id} />}
      <Chooser title="Rooms" method="rooms.insert" items={rooms} chosen={room?._id} choose={setRoomId} />
      {room && <RoomPage key={room._id} roomId={room._id} />}
    </main>
  );
}
