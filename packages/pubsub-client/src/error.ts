/**
 * What went wrong, with a code to tell it by.
 * A server's own codes are handed on as text (`not-found`, `404`). The client's own are
 * `refused` (no connection, or the server turned it away), `timeout`, `disconnected`, `closed`, `protocol`
 * (the server sent what the transport doesn't know).
 */
export class PubSubError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'PubSubError';
    this.code = code;
  }
}
