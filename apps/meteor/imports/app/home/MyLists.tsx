import { orders } from '@meteor-vs-mean/contract/orders';
import { testIds } from '@meteor-vs-mean/contract/test-ids';
import { Link } from 'wouter';
import { Lists } from '/imports/lists/collection';
import { Lock } from '../Lock';
import { usePending } from '../use-pending';
import { usePublished } from '../use-published';

/** The private lists of the account, and those that others share with it. */
export function MyLists({ userId }: { userId: string }) {
  const selector = { 'members._id': userId };
  const { documents: lists } = usePublished(
    { name: 'lists.mine', collection: Lists, selector, sort: orders.lists },
    [userId],
  );
  const pending = usePending();
  return (
    <section className="mine" aria-labelledby="my-lists-title" data-testid={testIds.myLists}>
      <h2 id="my-lists-title">My lists</h2>
      <ul className="links">
        {lists.map(({ _id, name }) => {
          const waits = pending.has(_id);
          return (
            <li key={_id} className={waits ? 'pending' : undefined} aria-busy={waits || undefined}>
              <Link href={`/lists/${_id}`} dir="auto">
                {name}
                <Lock />
              </Link>
            </li>
          );
        })}
      </ul>
      <Link className="new" href="/lists/new/private" data-testid={testIds.newPrivateList}>
        New private list
      </Link>
    </section>
  );
}
