import { createHash } from 'node:crypto';
import type { Socket } from 'socket.io';
import { Decoder, Encoder, type Packet, PacketType } from 'socket.io-parser';

/** Engine.io's own type of packet for what Socket.io sends. */
const message = '4';

/** What closes a reply that ends in documents. */
const end = '}}]';

/** Each is kept for as long as somebody is being sent its bytes. */
const writtenAs = new WeakMap<Buffer, Json>();

/** JSON that was written before, so that all who are sent it share its bytes. */
export class Json {
  /** And the end of a reply after them, since a frame has one beginning of its own and shares the rest. */
  readonly withEnd: Buffer;
  #digest: string | undefined;

  constructor(value: unknown) {
    this.withEnd = Buffer.from(JSON.stringify(value) + end);
    writtenAs.set(this.withEnd, this);
  }

  /** How many bytes it has. */
  get bytes(): number {
    return this.withEnd.length - end.length;
  }

  get buffer(): Buffer {
    return this.withEnd.subarray(0, this.bytes);
  }

  toString(): string {
    return this.buffer.toString();
  }

  /** Whether somebody has the same, by the digest that they give of theirs. */
  isHeld(digest: string | undefined): boolean {
    if (digest === undefined) return false;
    this.#digest ??= createHash('sha256').update(this.buffer).digest('hex');
    return this.#digest === digest;
  }
}

/** What a subscriber gets; the documents as JSON. */
export interface WrittenSnapshot {
  channel: string;
  documents: Json;
}

/** What is acknowledged is a reply; its result may be written before, as a whole or in its documents. */
type Result = Json | Partial<WrittenSnapshot> | null | undefined;

/**
 * A snapshot as a packet. Over a websocket its bytes are the view's, not a copy for each subscriber, be there ever so
 * many that don't read; over polling it becomes a string, as any packet.
 */
class SnapshotPacket {
  readonly #start: string;
  readonly #documents: Json;

  constructor(id: number | undefined, { channel, documents }: WrittenSnapshot) {
    this.#start = `${PacketType.ACK}${id ?? ''}[{"result":{"channel":${JSON.stringify(channel)},"documents":`;
    this.#documents = documents;
  }

  get length(): number {
    return this.#start.length + this.#documents.withEnd.length;
  }

  /** As ws would frame it: its header and the start, then what is shared. */
  get frame(): Buffer[] {
    const start = Buffer.from(message + this.#start);
    const { withEnd } = this.#documents;
    return [Buffer.concat([header(start.length + withEnd.length), start]), withEnd];
  }

  toString(): string {
    return this.#start + this.#documents.withEnd.toString();
  }
}

/**
 * Many events as one packet, written once for all who are sent them: to send each event to each socket would hold
 * everybody else up. A client gets them as if each were a packet: over a websocket each is a frame, over polling
 * Engine.io's separator is between them.
 */
export class Events {
  readonly #frames: Buffer;
  readonly #texts: readonly string[];

  constructor(events: Iterable<readonly unknown[]>) {
    this.#texts = Array.from(events, (event) => `${PacketType.EVENT}${JSON.stringify(event)}`);
    const frames = this.#texts.flatMap((text) => {
      const payload = Buffer.from(message + text);
      return [header(payload.length), payload];
    });
    this.#frames = Buffer.concat(frames);
  }

  get length(): number {
    return this.#frames.length;
  }

  toString(): string {
    return this.#texts.join(`\x1e${message}`);
  }

  /** In the order of whatever else the socket is sent. */
  sendTo(socket: Socket): void {
    if (this.length === 0) return;
    // Engine.io takes it for a string, and has such an option, of which its types say nothing.
    const options = { wsPreEncodedFrame: [this.#frames] };
    socket.conn.write(this as unknown as string, options as object);
  }
}

/** Of a frame of text that isn't masked and is the last of its message. */
function header(length: number): Buffer {
  if (length < 126) return Buffer.from([0x81, length]);
  const isShort = length < 65_536;
  const bytes = Buffer.alloc(isShort ? 4 : 10);
  bytes[0] = 0x81;
  bytes[1] = isShort ? 126 : 127;
  bytes.writeUIntBE(length, isShort ? 2 : 4, isShort ? 2 : 6);
  return bytes;
}

/** Engine.io's event for each packet that is to be sent: what is framed already, it sends as it is. */
export function shareFrames(packet: { data?: unknown; options: { wsPreEncodedFrame?: Buffer[] } }): void {
  if (packet.data instanceof SnapshotPacket) packet.options.wsPreEncodedFrame = packet.data.frame;
}

/** Socket.io would write a view's documents for each of its subscribers. */
class SharingEncoder extends Encoder {
  override encode(packet: Packet): ReturnType<Encoder['encode']> {
    const result: Result = packet.type === PacketType.ACK ? packet.data?.[0]?.result : undefined;
    if (result instanceof Json) return [`${PacketType.ACK}${packet.id}[{"result":${result}}]`];
    if (!(result?.documents instanceof Json)) return super.encode(packet);
    // Engine.io takes it for a string.
    return [new SnapshotPacket(packet.id, result as WrittenSnapshot) as unknown as string];
  }
}

/** For Socket.io's option of that name. */
export const parser = { Encoder: SharingEncoder, Decoder };
