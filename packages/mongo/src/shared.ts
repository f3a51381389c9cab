import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, realpath } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { KeeperMessage } from './keeper.ts';
import { type Mongo, startMongo } from './mongo.ts';
import { socketPathFor, tryConnect } from './socket.ts';

/** Like `Mongo`, and not to be killed: others use it too. */
export type SharedMongo = Omit<Mongo, 'kill' | 'restart'>;

/**
 * One mongod for every process of this machine that names the same data folder. The first starts it; the last one
 * to `stop` (or to end, however) stops it. With MONGO_URL set, that one is used.
 *
 * @param options.dataDir where the data is kept
 * @throws one line, as `startMongo` does
 */
export async function shareMongo(options: {
  dataDir: string;
  log?: (line: string) => void;
}): Promise<SharedMongo> {
  if (process.env.MONGO_URL) return startMongo(options);
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const path = socketPathFor(dataDir);
  const socket = await connectToKeeper(path, dataDir);
  return new Promise((resolve, reject) => {
    socket.on('error', () => {});
    socket.on('close', () => reject(new Error(`MongoDB on ${dataDir} ended before it was ready: try again`)));
    createInterface(socket).on('line', (line) => {
      const message: KeeperMessage = JSON.parse(line);
      if ('log' in message) options.log?.(message.log);
      else if ('error' in message) reject(new Error(message.error));
      else resolve({ ...message.mongo, stop: () => leave(socket) });
    });
  });
}

async function connectToKeeper(path: string, dataDir: string): Promise<Socket> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const socket = await tryConnect(path);
    if (socket) return socket;
    // Once a second: several may be started at once, and all but one see that they aren't needed.
    if (attempt % 20 === 0) {
      const keeper = fileURLToPath(new URL('./keeper.ts', import.meta.url));
      spawn(process.execPath, [keeper, path, dataDir], { detached: true, stdio: 'ignore' }).unref();
    }
    await wait(50);
  }
  throw new Error(`MongoDB on ${dataDir} doesn't start: its keeper doesn't answer on ${path}`);
}

/** Resolves when mongod has stopped, or when others still use it. */
async function leave(socket: Socket): Promise<void> {
  if (socket.closed) return;
  const closed = once(socket, 'close');
  socket.end();
  await closed;
}
