import { useRef, useSyncExternalStore } from 'react';
import { Lists } from '/imports/lists/collection';
import { write } from '../app/call';

/** The state of the browser's history for a page whose list doesn't exist yet. */
export interface NewList {
  newList: 'public' | 'private';
}

// The page renders whenever its URL changes, so there is nothing to subscribe to.
const never = () => () => {};
const stateOfHistory = () => (history.state as Partial<NewList> | null)?.newList;
const stateOfServer = () => undefined;

/** The name of a list until the user gives it one. */
export const untitled = 'Untitled list';

/**
 * Opening the page of a new list doesn't create it: its first todo or its name does.
 * @returns the kind of list that this page creates; undefined if its list exists or existed
 */
export function useNewList(listId: string): {
  kind: NewList['newList'] | undefined;
  make(name: string): void;
} {
  const wanted = useSyncExternalStore(never, stateOfHistory, stateOfServer);
  const made = useRef<NewList['newList']>(undefined);
  const kind = made.current ?? wanted;
  const make = (name: string) => {
    // A list that the server rejected before is created again.
    if (!kind || Lists.findOne(listId)) return;
    made.current = kind;
    // After Back or a reload it is a list's page like any other.
    history.replaceState(null, '');
    write('lists.insert', kind === 'private' ? { _id: listId, name, private: true } : { _id: listId, name });
  };
  return { kind, make };
}
