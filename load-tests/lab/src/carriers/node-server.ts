import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Program, Stage } from '../stage.ts';
import type { ServerOptions } from './carrier.ts';

export const host = '127.0.0.1';

/** Starts a target's own file as its server. */
export function startServer(file: string, stage: Stage, { deflate, env }: ServerOptions): Promise<Program> {
  return stage.program(new URL(file), { args: deflate ? ['deflate'] : [], env });
}

/** In that server: whether it is to agree to permessage-deflate. */
export function isDeflating(): boolean {
  return process.argv.includes('deflate');
}

/** @returns a server that listens, and its port */
export async function listen(server: Server = createServer()): Promise<{ server: Server; port: number }> {
  server.listen(0, host);
  await once(server, 'listening');
  return { server, port: (server.address() as { port: number }).port };
}
