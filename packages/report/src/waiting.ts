import type { DeliveryRound } from './results.ts';

/** Share of a round's window that the app's threads spent waiting for a core; null where the system doesn't tell. */
export function waitingShare({ app, window_ms }: Pick<DeliveryRound, 'app' | 'window_ms'>): number | null {
  return app?.waiting_ms == null || window_ms === 0 ? null : app.waiting_ms / window_ms;
}
