/** What a Meteor.Error holds of use here. */
interface Refusal {
  error?: string | number;
  reason?: string;
  message?: string;
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
