const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_';

/**
 * 22 letters, 132 random bits. Made by the client, so that a row keeps its id when the server stores it.
 * Not randomUUID, which browsers only offer on https and localhost.
 */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(22)), (byte) => letters[byte & 63]).join('');
}
