import { type Draft, followed } from '@meteor-vs-mean/contract/draft';
import { Meteor } from 'meteor/meteor';
import { useLayoutEffect, useRef, useState } from 'react';

interface Editing {
  /** What is typed; undefined while nothing is edited. */
  text: string | undefined;
  /** What somebody else made of the todo meanwhile, if that is neither what it was nor what is typed. */
  theirs: string | undefined;
  begin(): void;
  type(text: string): void;
  end(): void;
}

/**
 * Editing one todo's text, whatever others do to it.
 * @param said what the todo says
 * @param lose is told what was typed if the todo goes from the page while it is edited; always the same function
 */
export function useDraft(said: string, lose: (text: string) => void): Editing {
  const [held, setHeld] = useState<Draft>();
  const draft = held && followed(held, said);
  // React's way to follow a value: it renders again before anything is shown.
  if (draft !== held) setHeld(draft);

  const open = useRef<{ text: string; userId: string | null }>(undefined);
  open.current = draft && { text: draft.text, userId: open.current?.userId ?? Meteor.userId() };
  useLayoutEffect(
    () => () => {
      // What an account typed is for nobody who comes after it.
      if (open.current && open.current.userId === Meteor.userId()) lose(open.current.text);
    },
    [lose],
  );

  return {
    text: draft?.text,
    theirs: draft && draft.base !== said ? said : undefined,
    begin: () => setHeld({ base: said, text: said }),
    type: (text) => setHeld((current) => current && { ...current, text }),
    end: () => {
      open.current = undefined;
      setHeld(undefined);
    },
  };
}
