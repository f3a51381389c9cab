import ipaddr from 'ipaddr.js';

/**
 * The address of a client behind proxies, as Express finds it by `trust proxy`.
 * @param remote address of the connection's other end
 * @param forwarded the header X-Forwarded-For: each proxy adds the address that asked it
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

/** What is counted as one address: one of IPv4, or the /64 of IPv6 that one household gets. */
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

  /** @returns false, and counts nothing, if the address has as many as it may */
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
