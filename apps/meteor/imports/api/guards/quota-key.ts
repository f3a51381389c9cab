import ipaddr from 'ipaddr.js';

/**
 * What is counted as one: an IPv4 address, or the /64 of an IPv6 address, which is what one household gets.
 * @param address null if a proxy that should have named it didn't
 */
export function quotaKey(address: string | null): string {
  if (address === null || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
