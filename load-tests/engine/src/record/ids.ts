/** A key whose value is an id. */
export const idKey = /^_?id$|Id$|_id$/;

/** Whether it is a UUID or an ObjectID. */
export const hasKnownForm = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[0-9a-f]{24}$/i.test(text);

/** Whether a text looks like an id that a program made: kinds of letters change in it again and again. */
export function looksMade(text: string): boolean {
  if (!/^[\w-]{8,64}$/.test(text)) return false;
  if (hasKnownForm(text)) return true;
  const kinds = [...text].map((letter) =>
    /[a-z]/.test(letter) ? 'a' : /[A-Z]/.test(letter) ? 'A' : /\d/.test(letter) ? '0' : '-',
  );
  const changes = kinds.filter((kind, i) => i > 0 && kind !== kinds[i - 1]).length;
  return new Set(kinds.filter((kind) => kind !== '-')).size > 1 && changes >= text.length / 4;
}

/** A digest follows from something else, so a made-up one would mean nothing. */
export const isDigest = (text: string): boolean => /^([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text);

/** The ids in a text without spaces, such as the name of a room. */
export const tokensOf = (text: string): string[] =>
  /\s/.test(text) ? [] : text.split(/[^\w-]+/).filter(looksMade);
