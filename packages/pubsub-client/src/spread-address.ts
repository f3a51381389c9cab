/**
 * The address that the connection number n comes from. All of 127/8 is this machine's on Linux, and what an app limits
 * by address isn't used up by a bench that has one.
 * @param n from 0 up
 */
export function spreadAddress(n: number): string {
  return `127.${1 + (Math.floor(n / 65_024) % 254)}.${Math.floor(n / 254) % 256}.${1 + (n % 254)}`;
}
