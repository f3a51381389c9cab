import type { ServerResponse } from 'node:http';

/** Server-sent events to every page that is open. */
export class Events {
  readonly #responses = new Set<ServerResponse>();
  // Tells us of pages that have gone without a word.
  readonly #heartbeat = setInterval(() => this.#write(':\n\n'), 15_000);

  add(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    this.#responses.add(response);
    response.on('close', () => this.#responses.delete(response));
  }

  /** To all, or to one of them. */
  send(event: string, data: unknown, to?: ServerResponse): void {
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    if (to) to.write(text);
    else this.#write(text);
  }

  stop(): void {
    clearInterval(this.#heartbeat);
    for (const response of this.#responses) response.end();
  }

  #write(text: string): void {
    for (const response of this.#responses) response.write(text);
  }
}
