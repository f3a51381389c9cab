import { findBun } from '../bun.ts';
import { inOrder, targetsIn } from '../find-targets.ts';
import type { PingPongServer } from './server.ts';

/** A row: the server of node-ws on Bun, which puts a `ws` of its own in the place of npm's. */
const wsOnBun: PingPongServer = {
  key: 'bun-ws',
  title: 'Bun with ws',
  runtime: 'bun',
  file: new URL('./targets/node-ws.ts', import.meta.url),
  find: async () => ({ versions: { bun: (await findBun()).version, ws: 'as Bun has it' } }),
};

/** As the source has them; then those that it hasn't. */
const order = ['node-ws', 'bun-ws', 'bun'];

/** All servers, in the order of the columns: a file each, but for the row above. */
export async function findServers(): Promise<PingPongServer[]> {
  const files = (await targetsIn(new URL('./targets/', import.meta.url))) as PingPongServer[];
  return inOrder([...files, wsOnBun], order);
}
