import { findBun } from '../bun.ts';
import type { Load, Sample, Size, Target } from '../experiment.ts';
import { ownCpu_ms } from '../program.ts';
import type { LabTestbed } from '../testbed.ts';
import { versionOf } from '../versions.ts';
import type { Asked } from './hello-client.ts';

const greets = new URL('./hello-server.ts', import.meta.url);
const asks = new URL('./hello-client.ts', import.meta.url);
const connections = 100;
/** How many requests: of all connections together. */
const amounts: Record<Size, number> = { toy: 300, quick: 20_000, full: 100_000 };

const runtimes = { 'node-http': 'node', 'bun-http': 'bun' } as const;
type Key = keyof typeof runtimes;

/** What the source cites of HTTP: the two runtimes' own servers. */
export const webServers: readonly Target[] = [
  {
    key: 'node-http' satisfies Key,
    title: 'Node’s own web server',
    find: async () => ({
      versions: { node: process.versions.node, autocannon: versionOf('autocannon', import.meta.url) },
    }),
  },
  {
    key: 'bun-http' satisfies Key,
    title: 'Bun’s own web server',
    find: async () => ({ versions: { bun: (await findBun()).version } }),
  },
];

export function helloLoad(size: Size): Load {
  return {
    key: 'http',
    title: `HTTP, ${connections} connections`,
    targets: webServers.map(({ key }) => key),
    baseline: size === 'toy' ? null : 'node-http',
    measure: (target, testbed) => playHello(target as Key, amounts[size], testbed),
  };
}

/** Figures: `http_per_s`, and `http_server_us` of CPU a request. */
async function playHello(target: Key, amount: number, testbed: LabTestbed): Promise<Sample> {
  const [server, client] = await Promise.all([
    testbed.program(greets, { runtime: runtimes[target] }),
    testbed.program(asks),
  ]);
  const ask = (count: number) =>
    client.ask<Asked>({ do: 'ask', port: server.ready.port, connections, amount: count });
  const warm = await ask(amount / 2);
  const before_ms = await ownCpu_ms(server);
  const { right, took_ms } = await ask(amount);
  const cpu_ms = (await ownCpu_ms(server)) - before_ms;
  const received = await server.ask<number>({ do: 'count' });
  return {
    figures: { http_per_s: amount / (took_ms / 1000), http_server_us: (cpu_ms * 1000) / amount },
    accounts: [
      { what: 'answers', owed: amount, seen: right },
      { what: 'requests at the server', owed: amount + warm.right, seen: received },
    ],
  };
}
