import { limits } from '@meteor-vs-mean/contract/limits';

/** So many newest messages are live, and so many older ones are fetched at a time. */
export const liveCount = limits.window / 2;

/** The parameters of the subscription to a room's newest messages. */
export function liveMessages(roomId: string): { roomId: string; limit: number } {
  return { roomId, limit: liveCount };
}
