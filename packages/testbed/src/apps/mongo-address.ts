/** Options of MongoDB's address that decide when a write counts as made, or what a read sees. */
const decisive = ['w', 'journal', 'wtimeoutms', 'readconcernlevel', 'readpreference'];

/**
 * Every writer of a run asks for `w: majority`, and a manifest says so. The apps obey an address that says something
 * else; what the bench writes and reads beside them doesn't.
 * @throws if it does
 */
export function assertNeutral(url: string): void {
  const found = [...new URLSearchParams(url.split('?')[1])]
    .filter(
      ([name, value]) => decisive.includes(name.toLowerCase()) && !(name === 'w' && value === 'majority'),
    )
    .map(([name]) => name);
  if (found.length === 0) return;
  throw new Error(
    `MONGO_URL sets ${found.join(', ')}, which would hold for the apps and not for the bench: leave that out`,
  );
}
