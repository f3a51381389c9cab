interface Frame {
  opcode: number;
  isLast: boolean;
  payload: Buffer;
}

const continuation = 0;
const firstControl = 8;

/** One direction of a websocket (RFC 6455) without extensions: messages, put together from what TCP delivers. */
export class WebSocketMessages {
  #rest: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];

  /**
   * @returns the messages that this chunk completes, unmasked; pings, pongs and closes are left out
   * @throws if a frame is compressed: then an extension was agreed to all the same
   */
  take(chunk: Buffer): Buffer[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const messages: Buffer[] = [];
    for (let frame = this.#frame(); frame; frame = this.#frame()) {
      if (frame.opcode >= firstControl) continue;
      if (frame.opcode !== continuation) this.#parts = [];
      this.#parts.push(frame.payload);
      if (!frame.isLast) continue;
      messages.push(Buffer.concat(this.#parts));
      this.#parts = [];
    }
    return messages;
  }

  /** The next frame, if it is whole. */
  #frame(): Frame | undefined {
    const bytes = this.#rest;
    if (bytes.length < 2) return undefined;
    const [first, second] = [bytes[0] as number, bytes[1] as number];
    if ((first & 0x40) !== 0) throw new Error('A websocket frame is compressed: it should not be.');
    const isMasked = (second & 0x80) !== 0;
    let length = second & 0x7f;
    let start = 2;
    if (length === 126) {
      if (bytes.length < 4) return undefined;
      length = bytes.readUInt16BE(2);
      start = 4;
    } else if (length === 127) {
      if (bytes.length < 10) return undefined;
      length = Number(bytes.readBigUInt64BE(2));
      start = 10;
    }
    const mask = isMasked ? bytes.subarray(start, start + 4) : undefined;
    if (mask) start += 4;
    if (bytes.length < start + length) return undefined;
    // A copy: what is unmasked must not change what is passed on.
    const payload = Buffer.from(bytes.subarray(start, start + length));
    if (mask)
      for (let n = 0; n < length; n += 1) payload[n] = (payload[n] as number) ^ (mask[n % 4] as number);
    this.#rest = bytes.subarray(start + length);
    return { opcode: first & 0x0f, isLast: (first & 0x80) !== 0, payload };
  }
}
