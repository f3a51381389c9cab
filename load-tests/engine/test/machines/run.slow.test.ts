import { randomUUID } from 'node:crypto';
import { type Mongo, startMongo, urlOf } from '@meteor-vs-mean/testbed/mongo';
import { openRelay } from '@meteor-vs-mean/testbed/relay';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type NewsApp, startNewsApp } from '../news-app.ts';
import type { Script } from '../news-script.ts';
import { type Machine, runMachine, timed } from './machine.ts';

let mongo: Mongo;
let app: NewsApp;
beforeAll(async () => {
  [mongo, app] = await Promise.all([startMongo(), startNewsApp()]);
}, 120_000);
afterAll(async () => {
  await app?.close();
  await mongo?.stop();
});

const subscribers = 3;

/** Machines of one run, on this one. */
function runMachines(count: number, rendezvous = urlOf(mongo, 'pubsub-run'), duration_s = 1.5): Machine[] {
  const run = randomUUID();
  return Array.from({ length: count }, () =>
    runMachine({
      app: app.url,
      rendezvous,
      run,
      machines: count,
      subscribers,
      change: ({ config }) => Object.assign(config.variables, { duration: duration_s }),
    }),
  );
}

test('each machine sends its share, and all have one account', { timeout: 60_000 }, async () => {
  const machines = runMachines(3);
  const codes = await Promise.all(machines.map(({ ended }) => ended));
  expect(codes, machines.map(({ output }) => output()).join('\n')).toEqual([0, 0, 0]);
  const accounts = machines.map((one) => one.account());
  expect(accounts[1]).toEqual(accounts[0]);
  expect(accounts[2]).toEqual(accounts[0]);
  const owed = 30 * 3 * subscribers;
  const outcome = {
    scheduled: 30,
    sent: 30,
    acknowledged: 30,
    owed,
    seen: owed,
    lost: 0,
    doubled: 0,
    outOfOrder: 0,
  };
  expect(accounts[0]?.outcome).toMatchObject(outcome);
  expect(timed(accounts[0]?.own ?? '')).toBe(owed / 3);
  expect(machines[0]?.said().at(-1)).toContain(
    `3 machines in the run ${accounts[0]?.run}, 9 subscribers: ${owed} deliveries owed`,
  );
});

test('refused writes of all machines are one shortfall, the same on each', { timeout: 60_000 }, async () => {
  const run = randomUUID();
  const machines = [1, 2].map(() =>
    runMachine({
      ...{ app: app.url, rendezvous: urlOf(mongo, 'pubsub-refused'), run, machines: 2, subscribers },
      change: ({ config }) => Object.assign(config.variables, { note: 'refuse' }),
    }),
  );
  expect(await Promise.all(machines.map(({ ended }) => ended))).toEqual([1, 1]);
  for (const machine of machines) {
    expect(machine.account().outcome).toMatchObject({ sent: 30, refused: 30, acknowledged: 0 });
    expect(machine.said().filter((line) => line.includes('writes-'))).toEqual([
      'pubsub: writes-refused, app: 30 of 30 writes were refused (too-many-requests 30; the first: later)',
    ]);
  }
});

test('a killed machine makes the run void on the others, and they name it', {
  timeout: 60_000,
}, async () => {
  const machines = runMachines(2, undefined, 30);
  const [one, two] = machines as [Machine, Machine];
  await Promise.all(machines.map(({ printed }) => printed('pubsub.ready')));
  two.kill('SIGKILL');
  expect(await one.ended).toBe(1);
  expect(one.said().at(-1)).toMatch(/^pubsub: void, machine [12] of 2, .* has not been heard of for \d+ s/);
});

test('a lost rendezvous makes the run void on all machines', { timeout: 60_000 }, async () => {
  const { hostname: host, port } = new URL(mongo.url);
  const relay = await openRelay({ host, port: Number(port) });
  onTestFinished(() => relay.close());
  const machines = runMachines(
    2,
    `mongodb://${relay.host}:${relay.port}/pubsub-gone?directConnection=true`,
    30,
  );
  await Promise.all(machines.map(({ printed }) => printed('pubsub.ready')));
  relay.cut();
  expect(await Promise.all(machines.map(({ ended }) => ended))).toEqual([1, 1]);
  for (const one of machines)
    expect(one.said().join('\n')).toContain("pubsub: void, the rendezvous doesn't answer: ");
});

test('a run with the name of a full run is refused, and the other run continues', {
  timeout: 60_000,
}, async () => {
  const rendezvous = urlOf(mongo, 'pubsub-twice');
  const options = {
    app: app.url,
    rendezvous,
    run: 'twice',
    machines: 2,
    subscribers,
    // Longer than Artillery takes to its first report.
    change: ({ config }: Script) => {
      Object.assign(config.variables, { duration: 14 });
      // Else each machine also says how it read the answers.
      config.engines.pubsub.answer = 'result';
    },
  };
  const first = [runMachine(options), runMachine(options)];
  await Promise.all(first.map(({ printed }) => printed('pubsub.ready')));
  const late = runMachine(options);
  expect([await late.ended, late.output()]).toEqual([1, expect.any(String)]);
  expect(late.said()).toEqual([
    expect.stringContaining('void, rendezvous: the run twice has its 2 machines: give this run another name'),
  ]);
  expect(await Promise.all(first.map(({ ended }) => ended))).toEqual([0, 0]);
});
