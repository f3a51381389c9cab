import type { Content } from './messages.ts';
import type { WireEvent } from './wire.ts';

const namespace = '/';
/** They say nothing about what a user did: heartbeats, and that a method's writes have all been sent. */
const dropped = new Set(['ping', 'pong', 'updated', 'connected']);

/**
 * Decodes one DDP message. `randomSeed` is dropped: with it the page knows the ids that the server makes before the
 * answer comes, and a client without it reads them in the answer.
 */
export function decodeDdp(text: string, direction: WireEvent['direction']): Content[] {
  const unknown = (why: string): Content[] => [{ kind: 'unknown', direction, frame: text, why }];
  let message: Record<string, unknown>;
  try {
    message = Object(JSON.parse(text));
  } catch {
    return unknown('no message of DDP');
  }
  const { msg, id, name, method, params = [], subs, collection, error } = message;
  if (msg === undefined) return 'server_id' in message ? [] : unknown('no message of DDP');
  if (dropped.has(String(msg))) return [];
  switch (`${direction} ${msg}`) {
    case 'sent connect':
      return [{ kind: 'connect', namespace, auth: {} }];
    case 'received failed':
      return [{ kind: 'refusal', namespace, reason: `the server speaks DDP ${message.version}` }];
    case 'sent sub':
      return [{ kind: 'subscribe', id: String(id), name: String(name), params: params as unknown[] }];
    case 'sent unsub':
      return [{ kind: 'unsubscribe', id: String(id) }];
    case 'sent method':
      return [{ kind: 'call', namespace, name: String(method), params: params as unknown[], id: String(id) }];
    case 'received ready':
      return (subs as unknown[]).map((sub) => ({ kind: 'ready', id: String(sub) }));
    case 'received nosub':
      return [{ kind: 'nosub', id: String(id), error }];
    case 'received result':
      return [
        { kind: 'answer', namespace, id: String(id), args: [message.result], ...(error ? { error } : {}) },
      ];
    case 'received added':
    case 'received changed':
    case 'received removed':
      return [
        { kind: 'event', namespace, event: String(msg), collection: String(collection), args: [message] },
      ];
    default:
      return unknown('an unknown message of DDP');
  }
}
