import { randomInt } from 'node:crypto';
import { type Carrier, startServer } from '../carrier.ts';
import { prefix, serveSockjs, sockjsVersions } from '../sockjs-server.ts';

/** Its websocket transport, in SockJS's own frames. */
const carrier: Carrier = {
  key: 'sockjs',
  title: 'SockJS',
  find: async () => ({ versions: sockjsVersions() }),
  start: (testbed, options) => startServer(import.meta.url, testbed, options),
  async connect(options) {
    const { subscribeByWebsocket } = await import('../websocket-subscriber.ts');
    // The load balancer's number and the session's name, as SockJS clients make them.
    const number = String(randomInt(1000)).padStart(3, '0');
    const session = randomInt(36 ** 8)
      .toString(36)
      .padStart(8, '0');
    return subscribeByWebsocket(`${prefix}/${number}/${session}/websocket`, 'sockjs', options);
  },
};
export default carrier;

if (import.meta.main) await serveSockjs();
