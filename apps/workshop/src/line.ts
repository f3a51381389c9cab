import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { host } from './reached.ts';

/** Of the first app's line; the others follow it. */
export const firstLinePort = 3400;

/**
 * A way to an app that can be cut as when a proxy restarts or a laptop changes networks: both ends are told. Of a cable
 * that is pulled neither is, and a page would believe itself online until a heartbeat fails: too long for an exercise.
 */
export class Line {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;

  private constructor(server: Server, appPort: number) {
    this.#server = server;
    this.url = `http://${host}:${(server.address() as { port: number }).port}`;
    server.on('connection', (near) => this.#lead(near, appPort));
  }

  /**
   * @param port where browsers reach it; 0: a free one
   * @throws if the port is taken
   */
  static async open(port: number, appPort: number): Promise<Line> {
    const server = createServer();
    server.listen(port, host);
    await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error;
      throw new Error(
        `Port ${port} is taken: stop what listens there (lsof -i :${port}), or choose another one with --port.`,
      );
    });
    return new Line(server, appPort);
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  /** Closes every connection, and each new one at once, until `mend`. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #lead(near: Socket, appPort: number): void {
    if (this.#isCut) {
      near.destroy();
      return;
    }
    const far = connect(appPort, host);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.setNoDelay(true);
      this.#sockets.add(socket);
      socket.on('error', () => {}); // 'close' follows
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
