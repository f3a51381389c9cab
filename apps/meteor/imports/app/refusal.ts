/** The fields of a Meteor.Error that are used here. */
interface Refusal {
  error?: string | number;
  reason?: string;
  message?: string;
}

/**
 * Whether an error means that the write succeeded at an earlier attempt. Meteor sends a call again if the connection
 * was lost before the answer; the first attempt may have succeeded, and only this client made that id.
 */
export function isDoneAlready(method: string, { error }: Refusal): boolean {
  if (/\.(insert|send)$/.test(method)) return error === 'duplicate-id';
  // After leaving a private list, the user can't see it any more.
  if (/\.(remove|unshare)$/.test(method)) return error === 'not-found';
  return false;
}

/** The message for a notice. */
export function sentenceOf({ reason, message }: Refusal): string {
  return reason || message || 'The server refused that, and did not say why';
}

/** The text that the user typed for a rejected write, for them to keep. */
export function typedIn(input: object): string | undefined {
  const { text, name } = input as { text?: string; name?: string };
  return text ?? name;
}
