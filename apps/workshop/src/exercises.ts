/** One of the seven. Its page is `<number>-<name>.md` under apps/writeup/pages/workshop. */
export interface Exercise {
  readonly number: number;
  readonly name: string;
  readonly title: string;
  readonly minutes: number;
}

/** How long all of them take together. */
export const workshop_minutes = 90;

/** In the order in which they are done. */
export const exercises: readonly Exercise[] = [
  { number: 1, name: 'side-by-side', title: 'See both apps side by side', minutes: 10 },
  { number: 2, name: 'who-notices', title: 'Write into MongoDB, and see who notices', minutes: 12 },
  { number: 3, name: 'fan-out', title: 'Predict, then measure fan-out', minutes: 15 },
  { number: 4, name: 'bad-chart', title: 'Find the lies in a chart', minutes: 10 },
  { number: 5, name: 'latency', title: 'The same over a slow network', minutes: 10 },
  { number: 6, name: 'break-it', title: 'Break it, and watch each recover', minutes: 13 },
  { number: 7, name: 'due-date', title: 'Add a due date to both', minutes: 20 },
];

/** @throws one line with what there is */
export function exerciseNumbered(text: string): Exercise {
  const found = exercises.find(({ number }) => String(number) === text);
  if (found) return found;
  throw new Error(`There is no exercise '${text}': give a number from 1 to ${exercises.length}.`);
}
