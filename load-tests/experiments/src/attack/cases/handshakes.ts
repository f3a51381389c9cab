import { Agent, request } from 'node:http';
import { limits } from '@meteor-vs-mean/contract';
import { liveHeap_bytes } from '@meteor-vs-mean/testbed/sampler';
import { addressOf } from '../address.ts';
import { areServed, type Case, isServed, watchEnd } from './case.ts';

const handshakes = 10_000;
const atOnce = 20;

/** One address opens live connections over polling, and says nothing more over any of them. */
export const silentHandshakes: Case = {
  key: 'handshakes',
  title: `${handshakes.toLocaleString('en')} handshakes of one address that nothing follows`,
  bound: `the same process, at most ${limits.connectionsPerAddress.toLocaleString('en')} connections: less than 15 MB more heap; others are served`,
  stacks: ['mean', 'meteor'],
  async run({ stack, app, client }) {
    const hasEnded = watchEnd(app);
    const before = await app.probe?.collect();
    using agent = Object.assign(
      new Agent({ keepAlive: true, localAddress: addressOf(4), maxSockets: atOnce }),
      {
        [Symbol.dispose]: () => agent.destroy(),
      },
    );
    const ask = (n: number) =>
      new Promise<void>((resolve) => {
        const url = new URL(
          stack === 'mean' ? '/socket.io/?EIO=4&transport=polling' : `/sockjs/000/silent-${n}/xhr`,
          app.url,
        );
        const asked = request(url, { agent, method: stack === 'mean' ? 'GET' : 'POST' }, (response) => {
          response.once('error', () => {});
          response.resume();
        });
        asked.once('error', () => {});
        asked.once('close', resolve);
        asked.end();
      });
    for (let n = 0; n < handshakes && !hasEnded(); n += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, (_, index) => ask(n + index)));
    }
    const after = hasEnded() ? undefined : await app.probe?.collect();
    const grown_MB = before && after ? (liveHeap_bytes(after) - liveHeap_bytes(before)) / 1e6 : 0;
    const other = await isServed(client(500));
    return {
      held: !hasEnded() && grown_MB < 15 && other,
      seen: hasEnded() ? 'the process ended' : `${grown_MB.toFixed(1)} MB more heap, ${areServed(other)}`,
    };
  },
};
