import { findBun } from '../../bun.ts';
import type { PingPongServer } from '../server.ts';

/** The same program on Bun, which puts a `ws` of its own in the place of npm's. */
export default {
  key: 'bun-ws',
  title: 'Bun with ws',
  runtime: 'bun',
  file: new URL('./node-ws.ts', import.meta.url),
  find: async () => ({ versions: { bun: (await findBun()).version, ws: 'as Bun has it' } }),
} satisfies PingPongServer;
