import type { WireEvent } from './wire.ts';

export interface SockJsFrame {
  /** Whether it opens the session. */
  opens: boolean;
  /** The messages that it carries. */
  texts: string[];
  /** What isn't a frame of SockJS. */
  unknown: string[];
}

/** Decodes SockJS: `o` open, `h` heartbeat, `a[...]` messages, `c[...]` close; over HTTP a frame a line. */
export function decodeSockJs({ data, direction, carrier }: WireEvent): SockJsFrame {
  const found: SockJsFrame = { opens: false, texts: [], unknown: [] };
  const text = data.toString();
  if (direction === 'sent') {
    // Polling for messages has no body.
    if (text !== '') take(text, text, found);
    return found;
  }
  for (const frame of carrier === 'http' ? text.split('\n') : [text]) {
    if (frame === 'o') found.opens = true;
    else if (/^[am]/.test(frame)) take(frame.slice(1), frame, found);
    // xhr_streaming begins with 2,048 letters h, for old browsers.
    else if (!/^(h*|c\[.*\])$/.test(frame)) found.unknown.push(frame);
  }
  return found;
}

/** A list of texts, or one. */
function take(json: string, frame: string, { texts, unknown }: SockJsFrame): void {
  try {
    const list = [JSON.parse(json)].flat();
    if (!list.every((item) => typeof item === 'string')) throw new Error();
    texts.push(...list);
  } catch {
    unknown.push(frame);
  }
}
