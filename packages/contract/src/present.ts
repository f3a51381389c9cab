import { limits } from './limits.ts';

/**
 * The people in a room, each name once: one person may have several tabs. Servers renew their people together, so those of
 * a server that crashed are behind the newest expiry. No clock of the reader's takes part in it.
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
