import { createHash } from 'node:crypto';
import { Decoder, Encoder, type Packet, PacketType } from 'socket.io-parser';

/**
 * Socket.io lets one connection ask for many sockets, one for each namespace, and makes each at once. This server has
 * one namespace, so a second CONNECT is nothing that its clients send: it ends the connection before anything is made.
 * A client that comes back opens a connection anew.
 */
class OneConnectDecoder extends Decoder {
  #isConnected = false;

  /** @throws what Socket.io takes for a packet that can't be read, and closes the connection for */
  override add(packet: unknown): void {
    if (typeof packet === 'string' && packet.startsWith('0')) {
      if (this.#isConnected) throw new Error('a second CONNECT');
      this.#isConnected = true;
    }
    super.add(packet);
  }
}

/** JSON that was written before, so that all who are sent it share it. */
export class Json {
  readonly text: string;
  #digest: string | undefined;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
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

/** Socket.io would write a view's documents for each of its subscribers. */
class SharingEncoder extends Encoder {
  override encode(packet: Packet): ReturnType<Encoder['encode']> {
    const snapshot = packet.type === PacketType.ACK ? writtenIn(packet.data) : undefined;
    if (!snapshot) return super.encode(packet);
    const { channel, documents } = snapshot;
    const reply = `{"result":{"channel":${JSON.stringify(channel)},"documents":${documents.text}}}`;
    return [`${PacketType.ACK}${packet.id}[${reply}]`];
  }
}

function writtenIn([reply]: { result?: Partial<WrittenSnapshot> }[]): WrittenSnapshot | undefined {
  return reply?.result?.documents instanceof Json ? (reply.result as WrittenSnapshot) : undefined;
}

/** For Socket.io's option of that name. Each connection gets a decoder of its own. */
export const parser = { Encoder: SharingEncoder, Decoder: OneConnectDecoder };
