import { once } from 'node:events';
import { connect, createServer } from 'node:net';

const host = '127.0.0.1';

/**
 * @param port 0: finds a free one
 * @param remedy what the user can do when it is taken, besides stopping what uses it
 * @returns the port to listen on
 * @throws one line if it is taken: another one is never used instead
 */
export async function claimPort(port: number, remedy: string): Promise<number> {
  if (port === 0) return listenOnce(0);
  if ((await answers(port)) || !(await listenOnce(port).catch(() => undefined))) {
    throw new Error(`Port ${port} is taken: stop what listens there (lsof -i :${port}), or ${remedy}.`);
  }
  return port;
}

/** On macOS one may listen on 127.0.0.1 beside somebody who listens on all addresses. */
async function answers(port: number): Promise<boolean> {
  const socket = connect(port, host);
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return connected;
}

async function listenOnce(port: number): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : port;
}
