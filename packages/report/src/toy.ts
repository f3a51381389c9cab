import type { Size } from '@meteor-vs-mean/measure/results';

/** The first sentence of a toy run, in place of what was found: nobody is to take a figure from it. */
export const toySentence =
  'This is a toy run (--toy), made to see that a command works: rounds of a second or less, a handful of clients, ' +
  'and no rule about how busy the machine was. Its figures say nothing and are not to be quoted.';

/** The title of a toy run says what it is. */
export function titleWith(title: string, size: Size): string {
  return size === 'toy' ? `Toy run, no result: ${title}` : title;
}
