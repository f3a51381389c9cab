import { limits } from '@meteor-vs-mean/contract';
import { Sent } from '@meteor-vs-mean/guards';
import { Decoder, PacketType } from 'socket.io-parser';

/** The packets that clients of this server send. It requests no acknowledgement, so none arrives. */
const expected = [PacketType.CONNECT, PacketType.DISCONNECT, PacketType.EVENT, PacketType.BINARY_EVENT];

/**
 * Ends a connection that sends packets which no client of this server sends, before they are processed.
 *
 * Socket.io lets one connection open many sockets, one for each namespace, and creates each at once. This server has
 * one namespace, and its clients use a new connection for a second socket. Packets that arrive together are all read
 * before the first is answered, so they are counted here.
 *
 * An event gets the length of its packet as its first argument, for `listen`.
 */
export class GuardingDecoder extends Decoder {
  readonly #sent = new Sent(limits);
  #isConnected = false;
  /** The length of the packet so far, with all its parts. */
  #length = 0;

  constructor() {
    super();
    // Before Socket.io listens.
    this.on('decoded', ({ type, data }) => {
      if (type === PacketType.EVENT) data.splice(1, 0, this.#length);
      this.#length = 0;
    });
  }

  /** @throws an error that Socket.io treats as an unreadable packet: it closes the connection */
  override add(packet: unknown): void {
    const { length = 0 } = packet as string | Buffer;
    this.#length += length;
    if (!this.#sent.count(length)) throw new Error('too many packets');
    if (typeof packet === 'string') {
      const type = Number(packet.charAt(0));
      if (!expected.includes(type)) throw new Error('unexpected packet type');
      if (type === PacketType.CONNECT) {
        if (this.#isConnected) throw new Error('a second CONNECT');
        this.#isConnected = true;
      }
    }
    super.add(packet);
  }
}
