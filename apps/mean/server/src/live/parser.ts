import { createHash } from 'node:crypto';
import type { Socket } from 'socket.io';
import { Decoder, Encoder, type Packet, PacketType } from 'socket.io-parser';

/** Engine.io's packet type for Socket.io's packets. */
const message = '4';

/** The end of a reply with documents. */
const end = '}}]';

/** Kept alive only while its bytes are being sent. */
const writtenAs = new WeakMap<Buffer, Json>();

/** Encoded JSON, so that all receivers share its bytes. */
export class Json {
  /** The JSON and the end of a reply; only the beginning of a frame differs between receivers. */
  readonly withEnd: Buffer;
  #digest: string | undefined;

  constructor(value: unknown) {
    this.withEnd = Buffer.from(JSON.stringify(value) + end);
    writtenAs.set(this.withEnd, this);
  }

  /** Its length in bytes. */
  get bytes(): number {
    return this.withEnd.length - end.length;
  }

  get buffer(): Buffer {
    return this.withEnd.subarray(0, this.bytes);
  }

  toString(): string {
    return this.buffer.toString();
  }

  /** Whether a client already has these documents, by the digest that it sent. */
  isHeld(digest: string | undefined): boolean {
    if (digest === undefined) return false;
    this.#digest ??= createHash('sha256').update(this.buffer).digest('hex');
    return this.#digest === digest;
  }
}

/** A subscriber's answer, with the documents as JSON. */
export interface WrittenSnapshot {
  channel: string;
  documents: Json;
}

/** The result of an acknowledgement, which may be encoded already, as a whole or in its documents. */
type Result = Json | Partial<WrittenSnapshot> | null | undefined;

/**
 * A snapshot as a packet. Over a websocket its subscribers share the view's bytes, so slow readers don't cost a copy
 * each; over polling it becomes a string like any packet.
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

  /** A frame like those of ws: its header and the start, then the shared bytes. */
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
 * Many events as one packet that is encoded once for all receivers: sending each event to each socket would block
 * everyone else. A client gets them as separate packets: over a websocket each is a frame, over polling Engine.io's
 * separator is between them.
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

  /** In order with the socket's other packets. */
  sendTo(socket: Socket): void {
    if (this.length === 0) return;
    // Engine.io accepts it like a string, with an option that its types don't declare.
    const options = { wsPreEncodedFrame: [this.#frames] };
    socket.conn.write(this as unknown as string, options as object);
  }
}

/** For an unmasked text frame that is the last of its message. */
function header(length: number): Buffer {
  if (length < 126) return Buffer.from([0x81, length]);
  const isShort = length < 65_536;
  const bytes = Buffer.alloc(isShort ? 4 : 10);
  bytes[0] = 0x81;
  bytes[1] = isShort ? 126 : 127;
  bytes.writeUIntBE(length, isShort ? 2 : 4, isShort ? 2 : 6);
  return bytes;
}

/** Engine.io's event for each packet; it sends a pre-encoded frame unchanged. */
export function shareFrames(packet: { data?: unknown; options: { wsPreEncodedFrame?: Buffer[] } }): void {
  if (packet.data instanceof SnapshotPacket) packet.options.wsPreEncodedFrame = packet.data.frame;
}

/** Socket.io's own encoder would encode a view's documents for each subscriber. */
class SharingEncoder extends Encoder {
  override encode(packet: Packet): ReturnType<Encoder['encode']> {
    const result: Result = packet.type === PacketType.ACK ? packet.data?.[0]?.result : undefined;
    if (result instanceof Json) return [`${PacketType.ACK}${packet.id}[{"result":${result}}]`];
    if (!(result?.documents instanceof Json)) return super.encode(packet);
    // Engine.io accepts it like a string.
    return [new SnapshotPacket(packet.id, result as WrittenSnapshot) as unknown as string];
  }
}

/** For Socket.io's option `parser`. */
export const parser = { Encoder: SharingEncoder, Decoder };
