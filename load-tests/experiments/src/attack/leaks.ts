/** What only a server's own files, stacks and addresses look like. */
const inner = [
  /\bat [^\n]*?\(?(?:file:|node:|\/)[^\s)]*:\d+:\d+/,
  /node_modules\//,
  /\b(?:file|mongodb):\/\//,
  /(?:^|["'\s(])\/(?:home|root|work|usr|var|opt|tmp)\//,
  /MongoServerError|MongoNetworkError|TypeError:|ReferenceError:/,
];

/** @returns the part of an answer that shows the inside of a server; undefined if there is none */
export function leakIn(text: string): string | undefined {
  for (const pattern of inner) {
    const found = pattern.exec(text);
    if (found) return text.slice(Math.max(0, found.index - 40), found.index + 120);
  }
  return undefined;
}
