import { limits } from '@meteor-vs-mean/contract';
import { Sent } from '@meteor-vs-mean/guards';
import { Decoder, PacketType } from 'socket.io-parser';

/** What this server's clients send: it asks for no acknowledgement, so none comes. */
const expected = [PacketType.CONNECT, PacketType.DISCONNECT, PacketType.EVENT, PacketType.BINARY_EVENT];

/**
 * Ends a connection that sends what no client of this server sends, before anything is made of it.
 *
 * Socket.io lets one connection ask for many sockets, one for each namespace, and makes each at once. This server has
 * one namespace, and its clients open another connection for a second socket. Many packets that come at once are all
 * read before the first is answered, so they are counted here.
 *
 * An event gets the length of its packet as its first argument, for `listen`.
 */
export class GuardingDecoder extends Decoder {
  readonly #sent = new Sent(limits);
  #isConnected = false;
  /** Of the packet that is read, all of its parts. */
  #length = 0;

  constructor() {
    super();
    // Before Socket.io listens.
    this.on('decoded', ({ type, data }) => {
      if (type === PacketType.EVENT) data.splice(1, 0, this.#length);
      this.#length = 0;
    });
  }

  /** @throws what Socket.io takes for a packet that can't be read, and closes the connection for */
  override add(packet: unknown): void {
    const { length = 0 } = packet as string | Buffer;
    this.#length += length;
    if (!this.#sent.count(length)) throw new Error('too many packets');
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
}
