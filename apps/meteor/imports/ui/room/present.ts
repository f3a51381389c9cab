interface Presence {
  _id: string;
  nickname: string;
  expiresAt: Date;
}

/**
 * How far the server's clock is ahead of ours, in milliseconds: told by our own presence, which the server dated just
 * now.
 */
export function clockOffset(
  own: Presence | undefined,
  expiry_ms: number,
  now_ms: number,
): number | undefined {
  return own && own.expiresAt.getTime() - expiry_ms - now_ms;
}

/** @returns those whose time hasn't passed, and the milliseconds until that of the first one does */
export function presentAt<Item extends Presence>(
  presences: readonly Item[],
  serverNow_ms: number,
): { present: Item[]; next_ms: number } {
  const present = presences.filter(({ expiresAt }) => expiresAt.getTime() > serverNow_ms);
  const ends = present.map(({ expiresAt }) => expiresAt.getTime() - serverNow_ms);
  return { present, next_ms: Math.min(...ends) };
}
