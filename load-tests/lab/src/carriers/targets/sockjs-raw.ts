import { type Carrier, startServer } from '../carrier.ts';
import { prefix, serveSockjs, sockjsVersions } from '../sockjs-server.ts';

/** Its endpoint for clients that don't speak SockJS: no frames of its own. DDP's /websocket is this. */
const carrier: Carrier = {
  key: 'sockjs-raw',
  title: 'SockJS, raw',
  find: async () => ({ versions: sockjsVersions() }),
  start: (testbed, options) => startServer(import.meta.url, testbed, options),
  async connect(options) {
    const { subscribeByWebsocket } = await import('../websocket-subscriber.ts');
    return subscribeByWebsocket(`${prefix}/websocket`, 'none', options);
  },
};
export default carrier;

if (import.meta.main) await serveSockjs();
