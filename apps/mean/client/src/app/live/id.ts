const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_';

/**
 * 22 letters, 132 random bits: made here, so that a row keeps its id when the server takes it.
 * Not randomUUID, which browsers give to https and localhost only.
 */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(22)), (byte) => letters[byte & 63]).join('');
}
