import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';

/** Loopback: what we start listens there, and nowhere else. */
export const host = '127.0.0.1';

/**
 * Lets a server listen on loopback.
 * @param port 0: a free one
 * @param on another address of this machine
 * @returns the port, once it listens
 * @throws as the server does, for instance if the port is taken
 */
export async function listen(server: Server, port = 0, on = host): Promise<number> {
  server.listen(port, on);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Ends a server of HTTP with all its connections, once it has closed. */
export async function closeServer(server: HttpServer): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

/** @returns a port of loopback that nobody listens on now */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * @param port 0: finds a free one
 * @param remedy what the user can do when it is taken, besides stopping what uses it
 * @returns the port to listen on
 * @throws one line if it is taken, or not allowed: another one is never used instead
 */
export async function claimPort(port: number, remedy: string): Promise<number> {
  if (port === 0) return freePort();
  const free = await isFree(port).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`Nothing may listen on port ${port} here (${error.code}): ${remedy}.`);
  });
  if (free) return port;
  throw new Error(`Port ${port} is taken: stop what listens there (lsof -i :${port}), or ${remedy}.`);
}

/**
 * Whether a server could listen on this port of loopback.
 * @throws as the server does, if not for somebody who listens there
 */
export async function isFree(port: number): Promise<boolean> {
  // On macOS one may listen on 127.0.0.1 beside somebody who listens on all addresses.
  if (await answers(port)) return false;
  const server = createServer();
  try {
    await listen(server, port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Whether somebody listens on this port of loopback. */
export async function answers(port: number): Promise<boolean> {
  const socket = connect(port, host);
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return connected;
}
