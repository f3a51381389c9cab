/** Words that no native speaker would write here, each with what to write instead. */
export const words: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\banew\b/i, 'again, or a new one'],
  [/\bwho(so)?ever\b/i, '"anyone who", or the actor: the client, the reader'],
  [/\b(is|are|was|were|been) told\b/i, 'reports, says, gets a message'],
  [/\b(gives|gave) out\b/i, 'fails, hands out'],
  [/\bheld against\b/i, 'compared with'],
  [/\bbeside\b/i, 'next to, or besides'],
  [/\bstands? (in(?! for)|there|here|above|below|between|under)\b/i, 'is in, is there'],
  [/\bwhom\b/i, 'who, or the noun'],
  [/\bin the place of\b/i, 'instead of'],
  [/\bbe it\b/i, 'whether'],
  [/\bwhat is there\b/i, 'the current documents, or what it is'],
  [/\b(goes|went|going) on\b/i, 'continues'],
  [/\b(comes|came|coming) back\b/i, 'returns, reconnects'],
  [/\bas (it is|they are)(?=[.,;:)]|$)/i, 'unchanged'],
  [/\ball the same\b/i, 'anyway'],
  [/, too(?=[.,;:)]|$)/i, 'also, as well'],
  [/\b(is|are|was|were) said\b/i, 'reports, says, shows'],
  [/\b(is|are|was|were) asked for\b/i, 'is requested'],
  [/\blooks? whether\b/i, 'checks whether'],
  [/\btells (of|whether|how|which|what|when|who)\b/i, 'reports, says'],
  [/\bas (it comes|they come)\b/i, 'by default, in its default configuration'],
];

/** @returns what to write instead of the words in a line that are on the list */
export function found(line: string): string[] {
  return words.flatMap(([pattern, instead]) => {
    const [word] = pattern.exec(line) ?? [];
    return word === undefined ? [] : [`"${word}": write ${instead}`];
  });
}
