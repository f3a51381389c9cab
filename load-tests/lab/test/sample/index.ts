import type { Experiment, Load } from '../../src/experiment.ts';
import { targetsIn } from '../../src/find-targets.ts';

const targets = await targetsIn(new URL('./targets/', import.meta.url));
const keys = targets.map(({ key }) => key);

const requests: Load = {
  key: 'requests',
  title: 'Requests, one after the other',
  targets: keys,
  baseline: 'node-http',
  async measure(target, testbed) {
    const server = await testbed.program(new URL('./targets/node-http.ts', import.meta.url), {
      runtime: target === 'bun-http' ? 'bun' : 'node',
    });
    const client = await testbed.program(new URL('./client.ts', import.meta.url));
    const count = 20;
    const url = `http://127.0.0.1:${server.ready.port}`;
    const got = await client.ask<{ bytes: number; took_ms: number }>({ do: 'get', url, count });
    return {
      figures: { rate: (count / got.took_ms) * 1000, unread: null },
      accounts: [
        { what: 'requests', owed: count, seen: await server.ask<number>({ do: 'requests' }) },
        { what: 'bytes', owed: count * 'hello'.length, seen: got.bytes },
      ],
    };
  },
};

/** The smallest that there can be, to see that the harness works. */
export default {
  name: 'sample',
  title: 'Two servers',
  question: 'Which of two servers answers sooner?',
  source: null,
  targets,
  plan: () => ({
    repeats: 2,
    loads: [requests],
    figures: [{ name: 'rate', title: 'Requests', unit: 'requests/s', better: 'more' }],
    tables: [
      {
        key: 'rate',
        figure: 'rate',
        rows: ['requests'],
        columns: keys,
        baseline: 'node-http',
        published: { requests: { 'node-http': 1000, 'bun-http': 2000 } },
      },
    ],
    claims: [
      {
        key: 'twice',
        what: 'Bun answers twice as many',
        published: { text: '2,000 over 1,000', ratio: 2 },
        here: { figure: 'rate', load: 'requests', over: ['bun-http', 'node-http'] },
        why: 'It is made up.',
      },
      {
        key: 'nowhere',
        what: 'Nowhere it is quicker',
        published: { text: 'it says nothing', ratio: null },
        here: { figure: 'rate', load: 'requests', over: ['nowhere', 'node-http'] },
        why: '',
      },
    ],
  }),
} satisfies Experiment;
