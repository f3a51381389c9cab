import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a client and an app, and cuts the connection as a network does: without a word. */
export class Cutter {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** What the app says, and to whom. */
  readonly #answers = new Map<Socket, Socket>();
  #isCut = false;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('connection', (near) => {
      if (this.#isCut) {
        near.destroy();
        return;
      }
      const far = connect(port, '127.0.0.1');
      for (const socket of [near, far]) {
        socket.setNoDelay(true);
        this.#sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => {
          this.#sockets.delete(socket);
          this.#answers.delete(far);
          near.destroy();
          far.destroy();
        });
      }
      this.#answers.set(far, near);
      near.pipe(far).pipe(near);
    });
  }

  /** @param port where the app listens */
  static async start(port: number): Promise<Cutter> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Cutter(server, port);
  }

  /** Cuts what is connected, and lets nobody through until `mend`. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** What clients say still arrives, but nothing comes back to those that are connected. */
  hush(): void {
    for (const [far, near] of this.#answers) far.unpipe(near).pause();
  }

  mend(): void {
    this.#isCut = false;
  }

  async stop(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
