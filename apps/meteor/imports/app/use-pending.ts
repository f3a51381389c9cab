import { useSyncExternalStore } from 'react';
import { type Pending, pending } from './pending';

/** The documents that the server hasn't confirmed yet. */
export function usePending(): Pending {
  return useSyncExternalStore(pending.subscribe, pending.get, pending.get);
}
