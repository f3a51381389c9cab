/** What one connection said, so that two of them can be compared. */
import { decode } from '../../src/record/decode.ts';
import { withLeaves } from '../../src/record/leaves.ts';
import type { Message } from '../../src/record/messages.ts';
import type { Recording } from '../../src/record/wire.ts';

export interface Spoken {
  /** Connects, subscriptions, calls: in order, each with its answer. A page sends the next before the answer comes. */
  sent: object[];
  /** In order. */
  events: object[];
}

type Asking = Extract<Message, { id: string | undefined }>;

/** @param recording of one connection, whose heartbeats the decoders leave out */
export function spokenIn(recording: Recording): Spoken {
  const { connections, messages, strangers } = decode(recording);
  if (connections.length !== 1 || strangers.length > 0) throw new Error(`${connections.length} connections`);
  const answers = new Map(
    messages
      .filter(({ kind }) => ['answer', 'ready', 'nosub'].includes(kind))
      .map((message) => [`${message.kind === 'answer'} ${(message as Asking).id}`, message]),
  );
  const spoken: Spoken = { sent: [], events: [] };
  // DDP counts methods and subscriptions apart, and an unsubscription has the id of its subscription.
  const names = new Map<string, string>();
  for (const message of messages) {
    const { at_ms: _at, connection: _connection, ...content } = message;
    if (content.kind === 'event') spoken.events.push(content);
    else if (content.kind === 'unsubscribe') {
      spoken.sent.push({ kind: content.kind, name: names.get(content.id) });
    } else if (['connect', 'call', 'subscribe'].includes(content.kind)) {
      const { id, ...asked } = content as Asking;
      if (content.kind === 'subscribe') names.set(String(id), content.name);
      const answer = answers.get(`${content.kind === 'call'} ${id}`);
      const { kind, args } = (answer ?? {}) as { kind?: string; args?: unknown[] };
      spoken.sent.push({ ...asked, answer: kind, args });
    } else if (content.kind === 'unknown' || content.kind === 'refusal') spoken.sent.push(content);
  }
  return spoken;
}

/**
 * Replaces ids and texts by numbers in the order of their first use, and times by a word.
 * @param isOwn whether a text, or a word within it, is one of those
 */
export function withoutOwn({ sent, events }: Spoken, isOwn: (text: string) => boolean): Spoken {
  const names = new Map<string, string>();
  const name = (text: string) => {
    if (!isOwn(text)) return text;
    if (!names.has(text)) names.set(text, `own ${names.size + 1}`);
    return names.get(text) as string;
  };
  const replaced = (list: object[]) =>
    withLeaves(list, ({ value, path }) => {
      if (path.includes('$date')) return 'a time';
      if (typeof value !== 'string') return value;
      return isOwn(value) ? name(value) : value.replaceAll(/[\w-]+/g, name);
    }) as object[];
  return { sent: replaced(sent), events: replaced(events) };
}
