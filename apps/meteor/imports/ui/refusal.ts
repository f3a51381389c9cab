/** What a Meteor.Error holds of use here. */
interface Refusal {
  error?: string | number;
  reason?: string;
  message?: string;
  details?: unknown;
}

/**
 * Whether a refusal says that what was wanted is so already. A call that was in flight when the connection broke is
 * sent again: its first time may have been carried out, and nobody but us made that id.
 */
export function isDoneAlready(method: string, { error }: Refusal): boolean {
  if (/\.(insert|send)$/.test(method)) return error === 'duplicate-id';
  // A private list isn't there any more for who has left it.
  if (/\.(remove|unshare)$/.test(method)) return error === 'not-found';
  return false;
}

/** The sentence that a notice says. */
export function sentenceOf({ reason, message }: Refusal): string {
  return reason || message || 'The server refused that, and did not say why';
}

/** What its user typed for a call that was refused: it is theirs to keep. */
export function typedIn(input: object): string | undefined {
  const { text, name } = input as { text?: string; name?: string };
  return text ?? name;
}

/** When the server takes calls again, in ms from now; undefined if it wasn't the rate limit that refused. */
export function waitOf({ error, details }: Refusal): number | undefined {
  if (error !== 'too-many-requests') return undefined;
  const { timeToReset } = (details ?? {}) as { timeToReset?: number };
  return Math.max(timeToReset ?? 1000, 100);
}
