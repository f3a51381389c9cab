import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, realpath } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { KeeperMessage } from './keeper.ts';
import { type Mongo, startMongo } from './mongo.ts';
import { socketPathFor, tryConnect } from './socket.ts';

/** Other processes also use it. */
const refuse = async (): Promise<never> => {
  throw new Error('This MongoDB is shared: it is not killed or restarted.');
};

/**
 * One mongod for every process of this machine that names the same data folder. The first starts it; the last one
 * to `stop` (or to end, however) stops it. With MONGO_URL set, that one is used.
 *
 * @param options.dataDir where the data is kept
 * @throws one line, as `startMongo` does
 */
export async function shareMongo(options: {
  dataDir?: string;
  log?: (line: string) => void;
}): Promise<Mongo> {
  if (process.env.MONGO_URL || options.dataDir === undefined) return startMongo(options);
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const path = socketPathFor(dataDir);
  for (let attempt = 1; ; attempt += 1) {
    const shared = await askedOf(await connectToKeeper(path, dataDir), options.log);
    if (shared) return shared;
    if (attempt === 5) throw new Error(`MongoDB on ${dataDir} ended before it was ready: try again`);
  }
}

/**
 * @returns undefined if the keeper ends without a word: it ended when its last client had left, and our connection was
 * still in its queue
 */
function askedOf(socket: Socket, log: ((line: string) => void) | undefined): Promise<Mongo | undefined> {
  return new Promise((resolve, reject) => {
    socket.on('error', () => {});
    socket.on('close', () => resolve(undefined));
    createInterface(socket).on('line', (line) => {
      const message: KeeperMessage = JSON.parse(line);
      if ('log' in message) log?.(message.log);
      else if ('error' in message) reject(new Error(message.error));
      else resolve({ ...message.mongo, stop: () => leave(socket), kill: refuse, restart: refuse });
    });
  });
}

/** Connects to the keeper of a folder; if there is none, it is started. */
async function connectToKeeper(path: string, dataDir: string): Promise<Socket> {
  const script = fileURLToPath(new URL('./keeper.ts', import.meta.url));
  const late = AbortSignal.timeout(60_000);
  let keeper: ChildProcess | undefined;
  while (!late.aborted) {
    const socket = await tryConnect(path);
    if (socket) return socket;
    if (keeper?.exitCode) {
      throw new Error(`MongoDB on ${dataDir} doesn't start; this shows why: ${keeper.spawnargs.join(' ')}`);
    }
    // One that has ended saw that another one listens, which may have ended since.
    if (!keeper || keeper.exitCode !== null || keeper.signalCode !== null) {
      keeper = spawn(process.execPath, [script, path, dataDir], { detached: true, stdio: 'ignore' });
      keeper.unref();
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
