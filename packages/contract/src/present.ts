import { limits } from './limits.ts';

/**
 * The people in a room, each name once, because one person may have several tabs. A server renews all its presences
 * together, so those of a crashed server are older than the newest expiry. The reader's clock doesn't matter.
 * @param presences of one room, in the publication's order
 */
export function presentIn<Person extends { nickname: string; expiresAt: Date }>(
  presences: readonly Person[],
): Person[] {
  const newest = Math.max(...presences.map(({ expiresAt }) => expiresAt.getTime()));
  const names = new Set<string>();
  return presences.filter(({ nickname, expiresAt }) => {
    if (expiresAt.getTime() <= newest - limits.presence.expiry_ms || names.has(nickname)) return false;
    names.add(nickname);
    return true;
  });
}
