const roomy = {
  CALLS_PER_ADDRESS: '1000000',
  SUBSCRIPTIONS_PER_ADDRESS: '1000000',
  CONNECTIONS_PER_ADDRESS: '1000000',
};

/**
 * Where the clients of a bench come from, as the app sees it. An app limits what one address may do, and a bench's clients
 * stand for many people: on Linux each of them comes from another address of 127/8, as the engine connects to an app at
 * 127.0.0.1. Elsewhere, and where something between them has the one address that the app sees, its quotas by
 * address are raised.
 * @param isBetween whether something is between clients and app
 * @param isRaised whether the quotas are raised anyway
 */
export function addressesOf(
  isBetween: boolean,
  isRaised = false,
): { description: string; env: Record<string, string> } {
  const isOwn = process.platform === 'linux' && !isBetween;
  const from = isOwn ? 'each client from an address of its own in 127/8' : 'all clients from one address';
  if (isOwn && !isRaised) return { description: from, env: {} };
  return { description: `${from}, with quotas by address of 1,000,000`, env: roomy };
}
