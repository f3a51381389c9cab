import { spreadAddress } from '@meteor-vs-mean/pubsub-client';

/** Where the connection number n comes from. Elsewhere than on Linux there is one address, whose quotas bound an attack. */
export function addressOf(n: number): string {
  return process.platform === 'linux' ? spreadAddress(n) : '127.0.0.1';
}
