import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { unlink } from 'node:fs/promises';
import { connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lock } from '../process/index.ts';

/** A socket for all who name the same folder. Not in that folder: a socket's path may have 103 characters only. */
export function socketPathFor(folder: string): string {
  const name = `meteor-vs-mean-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
  return join(tmpdir(), `${name}.sock`);
}

/** @returns a connection; undefined if nobody listens */
export async function tryConnect(path: string): Promise<Socket | undefined> {
  // Not half open: when the other side ends, it closes, and who waits for a word on it knows.
  const socket = connect({ path });
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    return undefined;
  }
}

/** Listens, and takes the place of a socket file that a killed process left. @returns false if another one listens */
export async function listenAlone(server: Server, path: string): Promise<boolean> {
  if (await listens(server, path)) return true;
  // Of several that find the same file, one removes it and listens before the next one looks.
  await using _lock = await lock(`${path}.lock`, () => {});
  const other = await tryPatiently(path);
  other?.destroy();
  if (other) return false;
  await unlink(path).catch(() => {});
  return await listens(server, path);
}

/** @returns false if the path is taken */
async function listens(server: Server, path: string): Promise<boolean> {
  try {
    server.listen(path);
    await once(server, 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return false;
  }
}

/** One that has just made its socket file may not listen yet: its place must not be taken. */
async function tryPatiently(path: string): Promise<Socket | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const socket = await tryConnect(path);
    if (socket || attempt === 10) return socket;
    await wait(50);
  }
}
