import { useSyncExternalStore } from 'react';
import { type Filter, filterOf } from './filter';

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/** The filter in the URL's hash. The server doesn't get the hash, so it shows all. */
export function useFilter(): Filter {
  return useSyncExternalStore(
    subscribe,
    () => filterOf(location.hash),
    () => 'all',
  );
}
