import type { Statement } from './letters.ts';

/** About one feature in both apps, in the order and wording of the page of exercise 7. */
export const readStatements: readonly Statement[] = [
  {
    letter: 'a',
    says: 'The two servers write a tick with nearly the same line',
    isTrue: true,
    why: 'todos.setDone is one updateOne or updateAsync in both files of methods',
  },
  {
    letter: 'b',
    says: 'The page of MEAN says a second time what a tick changes',
    isTrue: true,
    why: 'effects.ts has it for the browser, methods.ts for the server',
  },
  {
    letter: 'c',
    says: 'The page of Meteor says it a second time as well',
    isTrue: false,
    why: 'methods.ts runs in the browser as well, as its stub',
  },
  {
    letter: 'd',
    says: 'Each method checks for itself who may call it',
    isTrue: false,
    why: 'the contract says it once, and policy.ts asks before every method in both apps',
  },
  {
    letter: 'e',
    says: "Meteor's publication of a list's todos is one line",
    isTrue: true,
    why: 'publications.ts names the publication and the collection; the query comes from the contract',
  },
  {
    letter: 'f',
    says: 'On MEAN the feature decides which clients a change reaches',
    isTrue: false,
    why: 'src/live does: todos/methods.ts knows no client',
  },
];
