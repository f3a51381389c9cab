import { serve } from '../../program-side.ts';
import { versionOf } from '../../versions.ts';
import type { PingPongServer } from '../server.ts';

export default {
  key: 'uwebsockets',
  title: 'Node with uWebSockets.js',
  runtime: 'node',
  file: new URL(import.meta.url),
  async find() {
    const version = installed();
    if (version === undefined) {
      return {
        notRun:
          'uWebSockets.js is not on npm: its author publishes it on GitHub alone. Where it is installed, it is run',
      };
    }
    await load().catch((error: Error) => {
      throw new Error(`uWebSockets.js ${version} is installed and can't be loaded: ${error.message}`);
    });
    return { versions: { node: process.versions.node, 'uWebSockets.js': version } };
  },
} satisfies PingPongServer;

function installed(): string | undefined {
  try {
    return versionOf('uWebSockets.js', import.meta.url);
  } catch {
    return undefined;
  }
}

/** As much of it as is used here. */
interface USocket {
  subscribe(topic: string): void;
  /** To all but itself. */
  publish(topic: string, message: ArrayBuffer, isBinary: boolean): boolean;
}
interface UApp {
  ws(
    pattern: string,
    behaviour: {
      open(socket: USocket): void;
      message(socket: USocket, message: ArrayBuffer, isBinary: boolean): void;
    },
  ): UApp;
  listen(host: string, port: number, then: (listening: object | false) => void): UApp;
}
interface U {
  App(): UApp;
  us_socket_local_port(listening: object): number;
}

/** By a name that the compiler doesn't look up: it may not be there. */
async function load(): Promise<U> {
  const name: string = 'uWebSockets.js';
  const module = await import(name);
  return module.default ?? module;
}

if (import.meta.main) {
  let received = 0;
  const { App, us_socket_local_port } = await load();
  App()
    .ws('/*', {
      open: (socket) => socket.subscribe('table'),
      message(socket, message, isBinary) {
        received += 1;
        socket.publish('table', message, isBinary);
      },
    })
    .listen('127.0.0.1', 0, (listening) => {
      if (!listening) throw new Error('uWebSockets.js found no free port');
      serve({ port: us_socket_local_port(listening) }, { count: () => received });
    });
}
