import { useRef, useSyncExternalStore } from 'react';
import { Lists } from '/imports/lists/collection';
import { write } from '../app/call';

/** What the browser's history says of the page of a list that is to be made there. */
export interface NewList {
  newList: 'public' | 'private';
}

// The page renders anew whenever its address changes: there is nothing to listen to.
const never = () => () => {};
const stateOfHistory = () => (history.state as Partial<NewList> | null)?.newList;
const stateOfServer = () => undefined;

/** What a list is called until somebody gives it a name. */
export const untitled = 'Untitled list';

/**
 * A visit leaves no list behind: the page of a new one makes it when its first todo or its name is typed.
 * @returns what kind of list this page is to make; undefined if it is the page of one that there is, or was
 */
export function useNewList(listId: string): {
  kind: NewList['newList'] | undefined;
  make(name: string): void;
} {
  const wanted = useSyncExternalStore(never, stateOfHistory, stateOfServer);
  const made = useRef<NewList['newList']>(undefined);
  const kind = made.current ?? wanted;
  const make = (name: string) => {
    // One that the server refused before is made again.
    if (!kind || Lists.findOne(listId)) return;
    made.current = kind;
    // For who comes back or loads it again, it is a list's page like any other.
    history.replaceState(null, '');
    write('lists.insert', kind === 'private' ? { _id: listId, name, private: true } : { _id: listId, name });
  };
  return { kind, make };
}
