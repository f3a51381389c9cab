import { createHash } from 'node:crypto';
import { limits } from '@meteor-vs-mean/contract';
import { Decoder, Encoder, type Packet, PacketType } from 'socket.io-parser';

/** Packets that are done and packets that are refused are counted in spans that needn't coincide. */
const mostPackets = 2 * (limits.calls.count + limits.subscriptions.count) + limits.refusals;

/** What this server's clients send: it asks for no acknowledgement, so none comes. */
const expected = [PacketType.CONNECT, PacketType.DISCONNECT, PacketType.EVENT, PacketType.BINARY_EVENT];

/**
 * Ends a connection that sends what no client of this server sends, before anything is made of it.
 *
 * Socket.io lets one connection ask for many sockets, one for each namespace, and makes each at once. This server has
 * one namespace: a second CONNECT is none of its clients', which open a connection anew. And what comes many at once is
 * all read before the first is answered, so that here is the place to stop what would only be refused.
 */
class GuardingDecoder extends Decoder {
  #isConnected = false;
  #packets = 0;
  #end_ms = 0;

  /** @throws what Socket.io takes for a packet that can't be read, and closes the connection for */
  override add(packet: unknown): void {
    this.#count();
    if (typeof packet === 'string') {
      const type = Number(packet.charAt(0));
      if (!expected.includes(type)) throw new Error('not what clients send');
      if (type === PacketType.CONNECT) {
        if (this.#isConnected) throw new Error('a second CONNECT');
        this.#isConnected = true;
      }
    }
    super.add(packet);
  }

  #count(): void {
    const now_ms = performance.now();
    if (now_ms >= this.#end_ms) {
      this.#packets = 0;
      this.#end_ms = now_ms + limits.calls.per_ms;
    }
    this.#packets++;
    if (this.#packets > mostPackets) throw new Error('too many packets');
  }
}

/** JSON that was written before, so that all who are sent it share it. */
export class Json {
  readonly text: string;
  /** As UTF-8. */
  readonly bytes: number;
  #digest: string | undefined;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
    this.bytes = Buffer.byteLength(this.text);
  }

  /** Whether somebody has the same, by the digest that they give of theirs. */
  isHeld(digest: string | undefined): boolean {
    if (digest === undefined) return false;
    this.#digest ??= createHash('sha256').update(this.text).digest('hex');
    return this.#digest === digest;
  }
}

/** What a subscriber is answered, its documents written before. */
export interface WrittenSnapshot {
  channel: string;
  documents: Json;
}

/** What is acknowledged is a reply; its result may be written before, as a whole or in its documents. */
type Result = Json | Partial<WrittenSnapshot> | null | undefined;

/** Socket.io would write a view's documents for each of its subscribers. */
class SharingEncoder extends Encoder {
  override encode(packet: Packet): ReturnType<Encoder['encode']> {
    const result = packet.type === PacketType.ACK ? written(packet.data?.[0]?.result) : undefined;
    if (result === undefined) return super.encode(packet);
    return [`${PacketType.ACK}${packet.id}[{"result":${result}}]`];
  }
}

function written(result: Result): string | undefined {
  if (result instanceof Json) return result.text;
  if (!(result?.documents instanceof Json)) return undefined;
  return `{"channel":${JSON.stringify(result.channel)},"documents":${result.documents.text}}`;
}

/** For Socket.io's option of that name. Each connection gets a decoder of its own. */
export const parser = { Encoder: SharingEncoder, Decoder: GuardingDecoder };
