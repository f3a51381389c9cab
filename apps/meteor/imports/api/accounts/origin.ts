/**
 * Whether a request comes from a page of this server, from one that ORIGINS lists (separated by commas), or from no page
 * at all: browsers name the page's origin with whatever may change something.
 * @param host as the request names it
 */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  origins: string | undefined,
): boolean {
  if (origin === undefined) return true;
  const listed = (origins ?? '').split(',').map((each) => each.trim());
  if (origin !== '' && listed.includes(origin)) return true;
  // Whether it is http or https this server can't know behind a proxy; the host it can.
  return URL.canParse(origin) && new URL(origin).host === host;
}
