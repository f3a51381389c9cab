import { WebSocketFrames } from '@meteor-vs-mean/testbed/relay';
import { BSON } from 'mongodb';

/** MongoDB's wire protocol: int32 length, request id, id of what it answers, opcode; all little-endian. */
const headerLength = 16;
const opMsg = 2013;
const bodySection = 0;

/** One direction of a connection to MongoDB: messages, put together from what TCP delivers. */
export class MongoMessages {
  #rest: Buffer = Buffer.alloc(0);

  /** @returns the messages that this chunk completes, headers included */
  take(chunk: Buffer): Buffer[] {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const messages: Buffer[] = [];
    while (this.#rest.length >= headerLength) {
      const length = this.#rest.readInt32LE(0);
      if (this.#rest.length < length) break;
      messages.push(Buffer.from(this.#rest.subarray(0, length)));
      this.#rest = this.#rest.subarray(length);
    }
    return messages;
  }
}

export interface MongoMessage {
  requestId: number;
  /** 0 in a command. */
  responseTo: number;
  /** Of a command, its first field is the command's name. */
  body: BSON.Document;
}

/** @returns undefined for what isn't an OP_MSG: only the first greeting of a connection, and what is compressed */
export function readMongoMessage(message: Uint8Array): MongoMessage | undefined {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  if (bytes.readInt32LE(12) !== opMsg) return undefined;
  for (let at = headerLength + 4; at < bytes.length; ) {
    const kind = bytes.readUInt8(at);
    const length = bytes.readInt32LE(at + 1);
    if (kind === bodySection) {
      const body = BSON.deserialize(bytes.subarray(at + 1, at + 1 + length));
      return { requestId: bytes.readInt32LE(4), responseTo: bytes.readInt32LE(8), body };
    }
    at += 1 + length;
  }
  return undefined;
}

const continuation = 0;
const firstControl = 8;

/** One direction of a websocket without extensions: messages, put together from what TCP delivers. */
export class WebSocketMessages {
  readonly #frames = new WebSocketFrames();
  #parts: Buffer[] = [];

  /** @returns the messages that this chunk completes, unmasked; pings, pongs and closes are left out */
  take(chunk: Buffer): Buffer[] {
    const messages: Buffer[] = [];
    for (const { opcode, isLast, payload } of this.#frames.take(chunk)) {
      if (opcode >= firstControl) continue;
      if (opcode !== continuation) this.#parts = [];
      this.#parts.push(payload);
      if (isLast) messages.push(Buffer.concat(this.#parts.splice(0)));
    }
    return messages;
  }
}
