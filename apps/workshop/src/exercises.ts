/** One of the exercises. Its page is `<number>-<name>.md` under apps/writeup/pages/workshop. */
export interface Exercise {
  readonly number: number;
  readonly name: string;
  readonly title: string;
  readonly minutes: number;
  /** For after the workshop: its minutes aren't part of the workshop's. */
  readonly isOptional?: true;
}

/** In total, with welcome, slack and closing: the teacher's page has the schedule. */
export const workshop_minutes = 90;

/** In their order. */
export const exercises: readonly Exercise[] = [
  { number: 1, name: 'side-by-side', title: 'See both apps side by side', minutes: 9 },
  { number: 2, name: 'who-notices', title: 'Write into MongoDB, and see who notices', minutes: 11 },
  { number: 3, name: 'fan-out', title: 'Predict, then measure fan-out', minutes: 12 },
  { number: 4, name: 'bad-chart', title: 'Find the lies in a chart', minutes: 8 },
  { number: 5, name: 'latency', title: 'The same over a slow network', minutes: 8 },
  { number: 6, name: 'break-it', title: 'Break it, and watch each recover', minutes: 12 },
  { number: 7, name: 'read', title: 'Read one feature in both', minutes: 8 },
  { number: 8, name: 'due-date', title: 'Add a due date to both', minutes: 40, isOptional: true },
  { number: 9, name: 'capacity', title: 'Find what an app carries', minutes: 15, isOptional: true },
];

/** @throws a one-line error with the valid numbers */
export function exerciseNumbered(text: string): Exercise {
  const found = exercises.find(({ number }) => String(number) === text);
  if (found) return found;
  throw new Error(`There is no exercise '${text}': give a number from 1 to ${exercises.length}.`);
}
