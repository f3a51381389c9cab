import { isIP } from 'node:net';

/** Headers of a request. */
interface Headers {
  origin?: string | undefined;
  host?: string | undefined;
}

/**
 * Whether a request comes from a page of this server, from an allowed origin, or from no page. Browsers send the page's
 * origin with every request that may change something, and they send cookies for requests from any page.
 * @param allowed origins besides the server's own
 */
export function isOwnOrigin({ origin, host }: Headers, allowed: readonly string[]): boolean {
  if (origin === undefined || allowed.includes(origin)) return true;
  // Only a proxy in front of the server knows the scheme.
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

/**
 * Whether a request's Host is one of this server's names. An attacker can point another name at this machine, so that a
 * browser takes the attacker's page for the server's (DNS rebinding). Without listed origins the server's names are
 * unknown and all are accepted. IP addresses are always accepted, because nobody else can point them here.
 */
export function isOwnName({ host }: Headers, allowed: readonly string[]): boolean {
  if (allowed.length === 0 || host === undefined) return true;
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  if (hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return true;
  return allowed.some((origin) => new URL(origin).hostname === hostname);
}
