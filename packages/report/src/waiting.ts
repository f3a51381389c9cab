import type { DeliveryRound } from './results.ts';

/**
 * Share of the writing that the app's threads spent waiting for a core; in older folders of the whole window, the
 * drain included. Null where the system doesn't tell.
 */
export function waitingShare(round: Pick<DeliveryRound, 'app' | 'window_ms' | 'writing'>): number | null {
  const { app, window_ms } = round.writing ?? round;
  return app?.waiting_ms == null || window_ms === 0 ? null : app.waiting_ms / window_ms;
}
