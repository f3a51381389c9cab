/**
 * An error with a code.
 * A server's own codes are passed on as text (`not-found`, `404`). The client's own are `refused` (no connection, or
 * the server rejected it), `timeout`, `disconnected`, `closed`, and `protocol` (the server sent something that the
 * transport doesn't define).
 */
export class PubSubError extends Error {
  readonly code: string;
  /** Whether the server reported it. Its codes are its own: a server's `timeout` is an answer. */
  readonly isAnswer: boolean;

  constructor(code: string, message: string, { isAnswer = false } = {}) {
    super(message);
    this.name = 'PubSubError';
    this.code = code;
    this.isAnswer = isAnswer;
  }
}
