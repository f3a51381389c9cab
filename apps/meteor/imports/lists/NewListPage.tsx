import { Random } from 'meteor/random';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useAccount } from '../accounts/use-account';
import { useAccountOnly } from '../accounts/use-return';
import type { NewList } from './use-new-list';

/** Opens the page of a new list, replacing this entry of the history. */
export function NewListPage() {
  return <ToNewList newList="public" />;
}

/** Opens the page of a new private list, after a log-in. */
export function NewPrivateListPage() {
  const isLoggedIn = useAccountOnly('/lists/new/private');
  // The stub stores the owner's name.
  const isKnown = Boolean(useAccount()?.username);
  return isLoggedIn && isKnown ? <ToNewList newList="private" /> : null;
}

function ToNewList({ newList }: NewList) {
  const [, navigate] = useLocation();
  const moved = useRef(false);
  useEffect(() => {
    if (moved.current) return;
    moved.current = true;
    const state: NewList = { newList };
    navigate(`/lists/${Random.id()}`, { replace: true, state });
  }, [navigate, newList]);
  return null;
}
