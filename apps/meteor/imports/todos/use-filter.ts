import { useSyncExternalStore } from 'react';
import { type Filter, filterOf } from './filter';

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/** The filter that the address's hash names. The server, which isn't told of it, shows all. */
export function useFilter(): Filter {
  return useSyncExternalStore(
    subscribe,
    () => filterOf(location.hash),
    () => 'all',
  );
}
