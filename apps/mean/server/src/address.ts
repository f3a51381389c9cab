import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/**
 * Who asks, as Express tells it by its setting `trust proxy`.
 * @param forwardedCount how many proxies in front say in X-Forwarded-For who asks
 */
export function addressOf(request: IncomingMessage, forwardedCount: number): string {
  return proxyAddr(request, (_address, index) => index < forwardedCount);
}

/** What is counted as one: an IPv4 address, or the /64 of an IPv6 address, which is what one household gets. */
export function quotaKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
