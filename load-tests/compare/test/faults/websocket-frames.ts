/** A frame of a websocket (RFC 6455, 5.2). */
export interface Frame {
  /** 0: continues a message; 1: text; 2: binary; from 8: close, ping, pong. */
  opcode: number;
  /** Whether its message ends with it. */
  isLast: boolean;
  /** Unmasked. */
  payload: Buffer;
  /** The frame as it came. */
  bytes: Buffer;
}

/** One direction of a websocket without extensions: frames, put together from what TCP delivers. */
export class WebSocketFrames {
  #rest: Buffer = Buffer.alloc(0);

  /**
   * @returns the frames that this chunk completes
   * @throws if one is compressed: then the sides agreed on an extension anyway
   */
  take(chunk: Buffer): Frame[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: Frame[] = [];
    for (let frame = firstOf(this.#rest); frame; frame = firstOf(this.#rest)) {
      frames.push(frame);
      this.#rest = this.#rest.subarray(frame.bytes.length);
    }
    return frames;
  }
}

/** @returns undefined if it isn't whole */
function firstOf(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const [first, second] = [bytes[0] as number, bytes[1] as number];
  if ((first & 0x40) !== 0) throw new Error('A websocket frame is compressed: it should not be.');
  const short = second & 0x7f;
  const lengthEnd = short < 126 ? 2 : short === 126 ? 4 : 10;
  const isMasked = (second & 0x80) !== 0;
  const start = lengthEnd + (isMasked ? 4 : 0);
  if (bytes.length < start) return undefined;
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (bytes.length < start + length) return undefined;
  // A copy: what is unmasked must not change what is passed on.
  const payload = Buffer.from(bytes.subarray(start, start + length));
  if (isMasked) {
    for (let n = 0; n < length; n += 1) {
      payload[n] = (payload[n] as number) ^ (bytes[lengthEnd + (n % 4)] as number);
    }
  }
  return {
    opcode: first & 0x0f,
    isLast: (first & 0x80) !== 0,
    payload,
    bytes: bytes.subarray(0, start + length),
  };
}
