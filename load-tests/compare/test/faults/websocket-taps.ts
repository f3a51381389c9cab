import type { Tap, Taps } from '@meteor-vs-mean/testbed/relay';

const endOfHead = '\r\n\r\n';

/**
 * Taps of a connection of HTTP/1.1 whose first request may make it a websocket: browsers make a fresh connection for
 * each. The offer of extensions is taken out of that request, so that nothing is compressed and frames can be read.
 *
 * @param taps get what follows the handshake. A connection that doesn't become a websocket passes them by.
 */
export function tapWebSocket(taps: Taps): Taps {
  const [request, response] = [new Head(), new Head()];
  let isWebSocket = false;
  const up = taps.up ?? handOn;
  const down = taps.down ?? handOn;
  return {
    up(chunk, at_ns, pass) {
      if (request.isRead) return (isWebSocket ? up : handOn)(chunk, at_ns, pass);
      const rest = request.take(chunk);
      if (!rest) return;
      isWebSocket = /^upgrade: *websocket/im.test(request.text);
      const head = isWebSocket
        ? request.text.replace(/^sec-websocket-extensions:.*\r\n/im, '')
        : request.text;
      pass(Buffer.from(head, 'latin1'));
      if (rest.length > 0) (isWebSocket ? up : handOn)(rest, at_ns, pass);
    },
    down(chunk, at_ns, pass) {
      if (!isWebSocket) return pass(chunk);
      if (response.isRead) return down(chunk, at_ns, pass);
      const rest = response.take(chunk);
      if (!rest) return;
      isWebSocket = /^HTTP\/1\.1 101 /.test(response.text);
      pass(Buffer.from(response.text, 'latin1'));
      if (rest.length > 0) (isWebSocket ? down : handOn)(rest, at_ns, pass);
    },
  };
}

const handOn: Tap = (chunk, _, pass) => pass(chunk);

/** The head of a request or a response. */
class Head {
  #bytes: Buffer = Buffer.alloc(0);
  /** With the empty line at its end, once it is read. */
  text = '';

  get isRead(): boolean {
    return this.text !== '';
  }

  /** @returns what comes after the head, once that is whole */
  take(chunk: Buffer): Buffer | undefined {
    this.#bytes = Buffer.concat([this.#bytes, chunk]);
    const end = this.#bytes.indexOf(endOfHead);
    if (end < 0) return undefined;
    this.text = this.#bytes.toString('latin1', 0, end + endOfHead.length);
    return this.#bytes.subarray(end + endOfHead.length);
  }
}
