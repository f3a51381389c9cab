/**
 * The local address of connection number n. On Linux all of 127/8 is local, so a benchmark can stay within an app's
 * limits per address.
 * @param n from 0 up
 */
export function spreadAddress(n: number): string {
  return `127.${1 + (Math.floor(n / 65_024) % 254)}.${Math.floor(n / 254) % 256}.${1 + (n % 254)}`;
}
