import type { Content } from './messages.ts';
import type { WireEvent } from './wire.ts';

type Direction = WireEvent['direction'];

/** A packet whose binary attachments haven't all come. */
interface Unfinished {
  packet: Packet;
  attachments: Buffer[];
  frame: string;
}

interface Packet {
  type: number;
  namespace: string;
  id: string | undefined;
  data: unknown;
  /** How many binary attachments follow. */
  attachments: number;
}

const separator = '\x1e';

/** Decodes Socket.io 3 and 4 over Engine.io 4 of one session, in both directions. */
export class SocketIoDecoder {
  /** The page's namespaces share the session, and so do its two directions, but not the parts of a packet. */
  readonly #unfinished: Partial<Record<Direction, Unfinished>> = {};
  /** Whether the handshake has been seen. */
  isComplete = false;

  /** @returns what one frame or body says; heartbeats and the upgrade from polling say nothing */
  decode({ data, carrier, direction }: WireEvent): Content[] {
    if (typeof data !== 'string') return this.#attach(data, direction);
    const packets = carrier === 'http' ? data.split(separator) : [data];
    return packets.flatMap((packet) => {
      if (packet === '' || packet === 'ok') return [];
      if (packet.startsWith('b')) return this.#attach(Buffer.from(packet.slice(1), 'base64'), direction);
      return this.#engine(packet, direction);
    });
  }

  #engine(packet: string, direction: Direction): Content[] {
    const unknown = (why: string): Content[] => [{ kind: 'unknown', direction, frame: packet, why }];
    switch (packet[0]) {
      case '0':
        this.isComplete = true;
        return [];
      case '1':
      case '2':
      case '3':
      case '5':
      case '6':
        return [];
      case '4':
        break;
      default:
        return unknown('no packet of Engine.io');
    }
    const read = readPacket(packet.slice(1));
    if (read === undefined) return unknown('no packet of Socket.io’s own parser');
    if (read.attachments === 0) return contentOf(read, direction) ?? unknown('an unknown packet');
    this.#unfinished[direction] = { packet: read, attachments: [], frame: packet };
    return [];
  }

  #attach(bytes: Buffer, direction: Direction): Content[] {
    const unfinished = this.#unfinished[direction];
    if (unfinished === undefined) {
      return [
        { kind: 'unknown', direction, frame: bytes, why: 'binary without its packet: another parser?' },
      ];
    }
    const { packet, attachments, frame } = unfinished;
    if (attachments.push(bytes) < packet.attachments) return [];
    delete this.#unfinished[direction];
    const whole = { ...packet, data: filled(packet.data, attachments) };
    return contentOf(whole, direction) ?? [{ kind: 'unknown', direction, frame, why: 'an unknown packet' }];
  }
}

/** @returns undefined for what isn't a packet */
function readPacket(text: string): Packet | undefined {
  const [, type, count, namespace, id, json] =
    /^([0-6])(?:(\d+)-)?(?:(\/[^,]*)(?:,|$))?(\d+)?([\s\S]*)$/.exec(text) ?? [];
  if (type === undefined) return undefined;
  try {
    return {
      type: Number(type),
      namespace: namespace ?? '/',
      id,
      data: json ? JSON.parse(json) : undefined,
      attachments: Number(count ?? 0),
    };
  } catch {
    return undefined;
  }
}

function contentOf({ type, namespace, id, data }: Packet, direction: Direction): Content[] | undefined {
  const isSent = direction === 'sent';
  if (type === 0) return isSent ? [{ kind: 'connect', namespace, auth: data ?? {} }] : [];
  if (type === 1) return [];
  if (type === 4) return [{ kind: 'refusal', namespace, reason: data }];
  if (!Array.isArray(data)) return undefined;
  if (type === 3 || type === 6) {
    // The page's own answers: the engine answers such requests by itself.
    if (isSent) return [];
    return id === undefined ? undefined : [{ kind: 'answer', namespace, id, args: data }];
  }
  const [event, ...args] = data;
  if (typeof event !== 'string') return undefined;
  return isSent
    ? [{ kind: 'call', namespace, name: event, params: args, id }]
    : [{ kind: 'event', namespace, event, args }];
}

/** Puts the attachments in their places. */
function filled(value: unknown, attachments: readonly Buffer[]): unknown {
  if (Array.isArray(value)) return value.map((item) => filled(item, attachments));
  if (value === null || typeof value !== 'object') return value;
  const { _placeholder, num } = value as { _placeholder?: unknown; num?: unknown };
  if (_placeholder === true) return attachments[Number(num)];
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, attachments)]));
}
