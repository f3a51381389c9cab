import { orders } from '@meteor-vs-mean/contract/orders';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { useFind } from 'meteor/react-meteor-data';
import { Lists } from '/imports/api/lists/collection';
import { Rooms } from '/imports/api/rooms/collection';
import { useSubscription } from '../use-subscription';
import { useTitle } from '../use-title';
import { Links } from './Links';

/** Every list and every room. */
export function HomePage() {
  useTitle('Lists and rooms');
  useSubscription('lists.all');
  useSubscription('rooms.all');
  const lists = useFind(() => Lists.find({}, { sort: orders.lists }), []);
  const rooms = useFind(() => Rooms.find({}, { sort: orders.rooms }), []);
  return (
    <>
      <h1>Lists and rooms</h1>
      <Links
        title="Lists"
        noun="list"
        items={lists}
        method="lists.insert"
        testId={testIds.lists}
        newTestId={testIds.newList}
      />
      <Links
        title="Rooms"
        noun="room"
        items={rooms}
        method="rooms.insert"
        testId={testIds.rooms}
        newTestId={testIds.newRoom}
      />
    </>
  );
}
