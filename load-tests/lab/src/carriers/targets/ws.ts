import { host } from '@meteor-vs-mean/testbed/process/port';
import { versionsOf } from '../../versions.ts';
import { type Carrier, startServer } from '../carrier.ts';
import { forWs, isDeflating } from '../deflate.ts';
import { wireOf } from '../message.ts';
import { serveFanOut } from '../server-side.ts';

/** No protocol but the websocket's: what all others are held against. */
const carrier: Carrier = {
  key: 'ws',
  title: 'ws',
  find: async () => ({
    versions: { ...versionsOf(['ws'], import.meta.url), node: process.versions.node },
  }),
  start: (testbed, options) => startServer(import.meta.url, testbed, options),
  async connect(options) {
    const { subscribeByWebsocket } = await import('../websocket-subscriber.ts');
    return subscribeByWebsocket('/', 'none', options);
  },
};
export default carrier;

async function main(): Promise<void> {
  const { WebSocketServer } = await import('ws');
  const server = new WebSocketServer({ host, port: 0, perMessageDeflate: isDeflating() ? forWs : false });
  await new Promise((resolve) => server.once('listening', resolve));
  serveFanOut({
    port: (server.address() as { port: number }).port,
    subscribers: () => server.clients.size,
    deliver(todo) {
      // Encoded once, as who broadcasts with ws does it.
      const data = Buffer.from(JSON.stringify(wireOf(todo)));
      for (const client of server.clients) client.send(data, { binary: false });
    },
  });
}

if (import.meta.main) await main();
