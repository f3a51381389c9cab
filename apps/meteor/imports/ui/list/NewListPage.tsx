import { Random } from 'meteor/random';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { write } from '../call';

/** Makes an empty list and moves to it; the way back doesn't make another. */
export function NewListPage() {
  const [, navigate] = useLocation();
  const made = useRef(false);
  useEffect(() => {
    if (made.current) return;
    made.current = true;
    const _id = Random.id();
    write('lists.insert', { _id, name: 'Untitled list' });
    navigate(`/lists/${_id}`, { replace: true });
  }, [navigate]);
  return null;
}
