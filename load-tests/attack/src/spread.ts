/**
 * The address of this machine that the connection number n comes from: all of 127/8 is its own on Linux. Elsewhere there
 * is one, and the apps' quotas by address are what bounds an attack.
 */
export function spreadAddress(n: number): string {
  if (process.platform !== 'linux') return '127.0.0.1';
  return `127.${10 + (Math.floor(n / 62_500) % 240)}.${Math.floor(n / 250) % 250}.${1 + (n % 250)}`;
}
