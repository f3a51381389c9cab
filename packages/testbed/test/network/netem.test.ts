import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { pingOver, startNetem, startNetwork, waysThrough } from '../../src/network/index.ts';

const works = (...command: [string, ...string[]]) =>
  promisify(execFile)(command[0], command.slice(1)).then(
    () => true,
    () => false,
  );
const mayUnshare = await works('unshare', '-n', 'ip', 'link', 'set', 'lo', 'up');
const hasNetem =
  mayUnshare &&
  (await works('unshare', '-n', 'tc', 'qdisc', 'add', 'dev', 'lo', 'root', 'netem', 'delay', '1ms'));

test.runIf(mayUnshare)('a way leads through the loopback of another network and back', async () => {
  // Without netem, which few kernels of virtual machines have: this is the way alone.
  const ways = waysThrough('-n', 'true');
  try {
    expect(await pingOver(ways)).toHaveLength(50);
  } finally {
    await ways.stop();
  }
});

test.runIf(hasNetem)('netem delays and loses', async () => {
  const network = await startNetem({ latency_ms: 20, jitter_ms: 0, loss: 0.2 });
  try {
    const trips = await pingOver(network);
    expect(trips[0]).toBeGreaterThanOrEqual(40);
    // TCP sends again what was lost, after 200 ms at the soonest.
    expect(trips.at(-1)).toBeGreaterThan(200);
  } finally {
    await network.stop();
  }
});

test.runIf(!hasNetem)('without netem loss is refused, and it says why', async () => {
  await expect(startNetem({ latency_ms: 20, jitter_ms: 0, loss: 0.01 })).rejects.toThrow(
    /^Losing packets \(--loss\) needs netem, and it can't be used here \(.+\): it takes Linux with/,
  );
});

test.runIf(!hasNetem)('what is asked of netem is not made by toxiproxy, whatever the link', async () => {
  const link = { latency_ms: 0, jitter_ms: 0, loss: 0 };
  await expect(startNetwork(link, 'netem')).rejects.toThrow("needs netem, and it can't be used here");
});
