import { nameOfCall } from '@meteor-vs-mean/contract/calls';

type Once = (name: string, run: () => Promise<number>) => Promise<number>;

let remember: Once = (_name, run) => run();

/** Has calls that carry an id remembered. For the server: a stub is run again only if its call is. */
export function rememberCallsWith(wanted: Once): void {
  remember = wanted;
}

/**
 * Does a call that has an id once, however often it comes.
 * @param callId absent: it is simply done
 * @returns what it was answered with when it was done
 */
export function once(
  method: string,
  callId: string | undefined,
  userId: string | undefined,
  run: () => Promise<number>,
): Promise<number> {
  return callId === undefined ? run() : remember(nameOfCall(method, callId, userId), run);
}
