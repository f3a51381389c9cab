import ipaddr from 'ipaddr.js';

/**
 * The address of a client behind proxies, as Express derives it from `trust proxy`.
 * @param remote the connection's peer address
 * @param forwarded the header X-Forwarded-For, to which each proxy appends its client's address
 * @param proxies how many of them are ours
 */
export function addressOf(
  remote: string | undefined,
  forwarded: string | undefined,
  proxies: number,
): string {
  const named = forwarded?.split(',').map((each) => each.trim()) ?? [];
  return [...named, remote ?? ''].at(-1 - Math.min(proxies, named.length)) ?? '';
}

/** Counts an IPv4 address alone, and IPv6 by the /64 that one household gets. */
export function quotaKey(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** Counts the open connections of each address. */
export class OpenConnections {
  readonly #most: number;
  readonly #counts = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns false, without counting, if the address has reached its limit */
  open(address: string): boolean {
    const count = this.#counts.get(address) ?? 0;
    if (count >= this.#most) return false;
    this.#counts.set(address, count + 1);
    return true;
  }

  close(address: string): void {
    const count = this.#counts.get(address) ?? 0;
    if (count > 1) this.#counts.set(address, count - 1);
    else this.#counts.delete(address);
  }
}
