import { orders } from '@meteor-vs-mean/contract/orders';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { useFind } from 'meteor/react-meteor-data';
import { Lists } from '/imports/api/lists/collection';
import { Rooms } from '/imports/api/rooms/collection';
import { useAccount } from '../account/use-account';
import { useSubscription } from '../use-subscription';
import { useTitle } from '../use-title';
import { Links } from './Links';
import { MyLists } from './MyLists';

const isPublic = { owner: { $exists: false } };

/** The account's lists, and the lists and rooms for everybody. */
export function HomePage() {
  useTitle('Lists and rooms');
  const account = useAccount();
  useSubscription('lists.all');
  useSubscription('rooms.all');
  const lists = useFind(() => Lists.find(isPublic, { sort: orders.lists }), []);
  const rooms = useFind(() => Rooms.find({}, { sort: orders.rooms }), []);
  return (
    <>
      <h1>Lists and rooms</h1>
      {account && <MyLists userId={account.userId} />}
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
