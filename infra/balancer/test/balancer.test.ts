import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { ConnectOptions } from '@meteor-vs-mean/pubsub-client';
import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { mean, meteor, type Stack } from '@meteor-vs-mean/testbed/stacks';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Balancer, configFile, findHaproxy, startBalancer } from './haproxy.ts';
import { type Instances, startInstances } from './instances.ts';
import { openNames } from './names.ts';
import { Watcher } from './watcher.ts';

const haproxy = await findHaproxy();
if (!haproxy) console.log('Skipping HAProxy: not installed (apt-get install haproxy, on Linux)');
const isMeteorHere = await meteor.find().then(({ found }) => found);
if (!isMeteorHere) console.log('Skipping HAProxy before Meteor: Meteor is not installed');

const transports = {
  mean: {
    transport: 'socketio',
    subscribeEvent: 'subscribe',
    unsubscribeEvent: 'unsubscribe',
    answer: 'result',
  },
  meteor: { transport: 'ddp-sockjs' },
} as const satisfies Record<string, Omit<ConnectOptions, 'url'>>;
type Name = keyof typeof transports;

let testbed: Testbed;
beforeAll(async () => {
  if (haproxy) testbed = await openTestbed();
});
afterAll(() => testbed?.close());

test.runIf(haproxy)('HAProxy accepts the configuration without a warning', async () => {
  const env = { ...process.env, METEOR: 'meteor:3000', MEAN: 'mean:3100' };
  const { stdout, stderr } = await promisify(execFile)('haproxy', ['-c', '-f', configFile], { env });
  expect(`${stdout}${stderr}`).not.toMatch(/WARNING|ALERT/);
  const nothing = { PATH: process.env.PATH };
  await expect(promisify(execFile)('haproxy', ['-c', '-f', configFile], { env: nothing })).rejects.toThrow(
    'server-template',
  );
});

describe.runIf(haproxy)('before two instances of MEAN', () => {
  const { behind } = twoOf(mean);

  test('WebSockets reach both; a client that loses its instance reconnects to the other', () =>
    staysLive('mean', behind()));

  test('a polling session stays on its instance, and so does its upgrade to WebSocket', async () => {
    const { balancer, instances } = behind();
    // This backend monitors its instances itself.
    await untilIn(balancer, 'mean-sessions', 2);
    const sessions = Array.from({ length: 6 }, (_, n) =>
      // Browsers keep cookies themselves.
      io(balancer.mean, {
        transports: n % 2 === 0 ? ['polling'] : ['polling', 'websocket'],
        withCredentials: true,
        forceNew: true,
        reconnection: false,
      }),
    );
    onTestFinished(() => void sessions.forEach((session) => void session.close()));
    const upgrades = sessions.map((session, n) =>
      unlessLost(session, async () => {
        if (!session.connected) await once(session as never, 'connect');
        const { engine } = session.io;
        if (n % 2 === 1 && engine.transport.name === 'polling') await once(engine as never, 'upgrade');
      }),
    );
    await Promise.all(upgrades);
    const subscribe = (session: Socket) => session.timeout(20_000).emitWithAck('subscribe', 'lists.all');
    for (const session of [...sessions, ...sessions]) {
      expect(await unlessLost(session, () => subscribe(session))).toHaveProperty('result');
    }
    // With all sessions on one instance the test would prove nothing.
    for (const url of instances.urls) expect(await connectionsOf(url)).toBeGreaterThan(0);
  });

  test('an instance only knows its own sessions', async () => {
    const { instances } = behind();
    const [one, other] = instances.urls as [string, string];
    const first = await (await fetch(`${one}/socket.io/?EIO=4&transport=polling`)).text();
    const { sid } = JSON.parse(first.slice(1));
    expect((await fetch(`${other}/socket.io/?EIO=4&transport=polling&sid=${sid}`)).status).toBe(400);
  });

  test('pages and HTTP calls are answered without a cookie', async () => {
    const { balancer } = behind();
    for (const path of ['/', '/api/lists']) {
      const answer = await fetch(`${balancer.mean}${path}`);
      expect([path, answer.status, answer.headers.get('set-cookie')]).toEqual([path, 200, null]);
    }
  });
});

describe.runIf(haproxy && isMeteorHere)('before two instances of Meteor', () => {
  const { behind } = twoOf(meteor);

  test('WebSockets reach both; a client that loses its instance reconnects to the other', () =>
    staysLive('meteor', behind()));

  test('a SockJS session without WebSocket stays on its instance', async () => {
    const { balancer, instances } = behind();
    const sessions = Array.from({ length: 6 }, (_, n) => `/sockjs/000/polls${process.pid}x${n}`);
    const post = (url: string, body?: unknown) =>
      fetch(url, { method: 'POST', ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    const hello = [JSON.stringify({ msg: 'connect', version: '1', support: ['1'] })];
    for (const session of sessions) {
      expect(await (await post(`${balancer.meteor}${session}/xhr`)).text()).toBe('o\n');
    }
    // In another order, because taking turns would reach another instance.
    for (const session of sessions.toReversed()) {
      expect((await post(`${balancer.meteor}${session}/xhr_send`, hello)).status).toBe(204);
    }
    for (const session of sessions) {
      let got = '';
      while (!got.includes('\\"connected\\"')) {
        const answer = await post(`${balancer.meteor}${session}/xhr`);
        expect(answer.status).toBe(200);
        got += await answer.text();
      }
    }
    const known = await Promise.all(
      sessions.map((session) =>
        Promise.all(
          instances.urls.map(async (url) => (await post(`${url}${session}/xhr_send`, hello)).status),
        ),
      ),
    );
    // Each is known to one instance, and not all to the same.
    for (const statuses of known) expect(statuses.toSorted()).toEqual([204, 404]);
    expect(new Set(known.map(([first]) => first)).size).toBe(2);
  });
});

/** The surroundings of a stack's tests: two instances behind a balancer. */
function twoOf(stack: Stack): { behind(): { balancer: Balancer; instances: Instances } } {
  let balancer: Balancer;
  let instances: Instances;
  const standing = new AsyncDisposableStack();
  beforeAll(async () => {
    const build = await stack.build({ log: () => {} });
    instances = await startInstances(build, standing.use(testbed.within()));
    const name = `${stack.name}.test`;
    const names = standing.use(await openNames({ [name]: instances.addresses }));
    const at = (of: string) => `${of}.test:${instances.port}`;
    balancer = standing.use(
      await startBalancer({ METEOR: at('meteor'), MEAN: at('mean'), DNS_SERVER: names.address }),
    );
    await untilIn(balancer, stack.name, 2);
  }, 900_000);
  afterAll(() => standing.disposeAsync());
  return { behind: () => ({ balancer, instances }) };
}

function untilIn(balancer: Balancer, backend: string, count: number): Promise<void> {
  return vi.waitFor(async () => expect(await balancer.instancesIn(backend)).toBe(count), 30_000);
}

/** Four clients of one list, while each instance is lost and restarted. */
async function staysLive(
  name: Name,
  { balancer, instances }: { balancer: Balancer; instances: Instances },
): Promise<void> {
  const list = { _id: `${name}-${process.pid}`, name: 'balanced' };
  const watchers: Watcher[] = [];
  const oneMore = async () => {
    const watcher = await Watcher.open({ url: balancer[name], ...transports[name] });
    onTestFinished(() => watcher.client.close());
    if (watchers.push(watcher) === 1) await watcher.client.call('lists.insert', list);
    await watcher.client.subscribe('todos.byList', { listId: list._id });
    return watcher;
  };
  const reachesAll = async (_id: string) => {
    const seen = Promise.all(watchers.map((watcher) => watcher.sees(_id)));
    await watchers[0]?.client.call('todos.insert', { _id, listId: list._id, text: 'milk' });
    await seen;
  };
  const untilBack = (returns: readonly number[]) =>
    vi.waitFor(() => expect(watchers.map((one) => one.returns).toSorted()).toEqual(returns), 30_000);

  while (watchers.length < 4) await oneMore();
  await reachesAll(`${name}-with-both`);

  // Each instance has as many: two clients lose theirs, and the others don't notice.
  await instances.kill(0);
  await untilBack([0, 0, 1, 1]);
  await untilIn(balancer, name, 1);
  await reachesAll(`${name}-with-one`);

  // A restarted instance has the fewest clients, so it gets the next one, and then all.
  await instances.start(0);
  await untilIn(balancer, name, 2);
  const newcomer = await oneMore();
  await instances.kill(1);
  await untilBack([0, 1, 1, 2, 2]);
  await reachesAll(`${name}-with-the-other`);
  expect(newcomer.losses).toBe(0);
  expect(watchers.map(({ losses }) => losses).toSorted()).toEqual([0, 1, 1, 2, 2]);

  await instances.start(1);
  await untilIn(balancer, name, 2);
}

/** @throws if the session is lost in the meantime */
async function unlessLost<Result>(session: Socket, act: () => Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  session.on('connect_error', reject);
  session.on('disconnect', (reason) => reject(new Error(`The session was lost: ${reason}`)));
  return await Promise.race([act(), promise]);
}

async function connectionsOf(url: string): Promise<number> {
  return (await (await fetch(`${url}/health`)).json()).connections;
}
