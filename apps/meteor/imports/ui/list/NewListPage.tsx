import { Random } from 'meteor/random';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useAccount } from '../account/use-account';
import { useAccountOnly } from '../account/use-return';
import { write } from '../call';

/** Makes an empty list and moves to it; the way back doesn't make another. */
export function NewListPage() {
  return <NewList isPrivate={false} />;
}

/** The same with a private list, for which one has to be logged in. */
export function NewPrivateListPage() {
  const isLoggedIn = useAccountOnly('/lists/new/private');
  // The stub writes the owner's name.
  const isKnown = Boolean(useAccount()?.username);
  return isLoggedIn && isKnown ? <NewList isPrivate /> : null;
}

function NewList({ isPrivate }: { isPrivate: boolean }) {
  const [, navigate] = useLocation();
  const made = useRef(false);
  useEffect(() => {
    if (made.current) return;
    made.current = true;
    const list = { _id: Random.id(), name: 'Untitled list' };
    write('lists.insert', isPrivate ? { ...list, private: true } : list);
    navigate(`/lists/${list._id}`, { replace: true });
  }, [navigate, isPrivate]);
  return null;
}
