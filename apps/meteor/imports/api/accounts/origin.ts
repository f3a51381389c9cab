import { isIP } from 'node:net';

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
  if (listed(origins).includes(origin)) return true;
  // Whether it is http or https this server can't know behind a proxy; the host it can.
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

/**
 * Whether a request names this server by a name of its own. Somebody may point a name of theirs at this machine, and their
 * page is then of the server's own origin as far as a browser can tell. Which names are its own ORIGINS says; where it
 * lists none nobody has said. An address is no name that somebody else could have pointed here.
 */
export function isOwnName(host: string | undefined, origins: string | undefined): boolean {
  const own = listed(origins).filter((origin) => URL.canParse(origin));
  if (own.length === 0 || host === undefined) return true;
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return true;
  return own.some((origin) => new URL(origin).hostname === hostname);
}

function listed(origins = ''): string[] {
  return origins
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
