import { orders } from '@meteor-vs-mean/contract/orders';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { useAccount } from '/imports/accounts/use-account';
import { Lists } from '/imports/lists/collection';
import { Rooms } from '/imports/rooms/collections';
import { usePublished } from '../use-published';
import { useTitle } from '../use-title';
import { Links } from './Links';
import { MyLists } from './MyLists';

const isPublic = { owner: { $exists: false } };

/** The account's lists, the public lists and the rooms. */
export function HomePage() {
  useTitle('Lists and rooms');
  const account = useAccount();
  const { documents: lists } = usePublished(
    { name: 'lists.all', collection: Lists, selector: isPublic, sort: orders.lists },
    [],
  );
  const { documents: rooms } = usePublished(
    { name: 'rooms.all', collection: Rooms, selector: {}, sort: orders.rooms },
    [],
  );
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
