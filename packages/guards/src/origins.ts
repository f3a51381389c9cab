import { isIP } from 'node:net';

/** Headers of a request. */
interface Headers {
  origin?: string | undefined;
  host?: string | undefined;
}

/**
 * Whether a request comes from a page of this server, from an allowed one, or from no page. Browsers name the page's
 * origin with every request that may change something, and send cookies whichever page asks.
 * @param allowed origins beside the server's own
 */
export function isOwnOrigin({ origin, host }: Headers, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  // Only a proxy in front knows the scheme.
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

/**
 * Whether a request names this server by one of its own names. Somebody may point their own name at this machine, and a
 * browser then takes their page for the server's. With no origin listed, nobody has said which names are its own. An IP
 * address is a name that nobody else could have pointed here.
 */
export function isOwnName({ host }: Headers, allowed: readonly string[]): boolean {
  if (allowed.length === 0 || host === undefined) return true;
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return true;
  return allowed.some((origin) => new URL(origin).hostname === hostname);
}
