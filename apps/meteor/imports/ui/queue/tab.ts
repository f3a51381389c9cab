import { Random } from 'meteor/random';

/** This tab, until it is closed or loaded anew. */
export const tab = Random.id();

let held: Promise<void> | undefined;

/** Shows other tabs that this one is there, from now on and as long as it is. */
export function holdTab(): Promise<void> {
  held ??= new Promise((resolve) => {
    const hold = () => {
      resolve();
      return new Promise<void>(() => {});
    };
    navigator.locks.request(lockOf(tab), hold);
  });
  return held;
}

/** Does something in place of another tab, if that is gone and no other tab is doing so. */
export async function inPlaceOf(other: string, run: () => Promise<void>): Promise<void> {
  await navigator.locks.request(lockOf(other), { ifAvailable: true }, (lock) => (lock ? run() : undefined));
}

function lockOf(name: string): string {
  return `queue of ${name}`;
}
