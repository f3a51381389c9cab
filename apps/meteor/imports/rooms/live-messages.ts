import { limits } from '@meteor-vs-mean/contract/limits';

/** The number of newest messages that are live, and of each older page. */
export const liveCount = limits.window / 2;

/** The parameters of the subscription to a room's newest messages. */
export function liveMessages(roomId: string): { roomId: string; limit: number } {
  return { roomId, limit: liveCount };
}
