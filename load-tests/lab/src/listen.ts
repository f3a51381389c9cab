import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

export const host = '127.0.0.1';

/** On a free port of loopback. @returns the port, once it listens */
export async function listen(server: Server): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
