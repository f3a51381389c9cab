import type { Index } from './define.ts';
import { limits } from './limits.ts';

/**
 * What calls that carry a `callId` have done, for a client that asks again because an answer was lost: on whichever
 * server. Nobody subscribes to it.
 */
export const callsCollection = 'calls';

export interface Call {
  /** Whose call it is and its id, by `nameOfCall`. */
  _id: string;
  /** When it was begun. */
  since: Date;
  /** What it was answered with; absent while it is under way. */
  count?: number;
}

export const callIndexes: Index[] = [{ keys: { since: 1 }, expireAfterSeconds: limits.callIds_ms / 1000 }];

/** After so long a call that is still under way was left by a server that crashed: whoever asks again does it. */
export const callPatience_ms = 30_000;

/** @param userId of the account that calls; undefined for a guest */
export function nameOfCall(method: string, callId: string, userId: string | undefined): string {
  return `${method}:${userId ?? ''}:${callId}`;
}
