import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startDdpServer } from '../../../packages/pubsub-client/test/ddp-server.ts';
import {
  countBits,
  deliveredOf,
  deliveredPerWrite,
  groupsOf,
  owedOf,
  readRun,
  writeIds,
} from '../src/index.ts';
import { temporaryFolder } from './folder.ts';
import { type Generator, runArtillery } from './generator.ts';
import { generate, newsApp, scenario } from './news-run.ts';

describe('one generator process', () => {
  test('counts refused writes by their codes, and owes no delivery of them', async () => {
    const app = await newsApp();
    const out = temporaryFolder();
    const generator = generate(app.url, out, { variables: { note: 'refuse' } });
    expect(await generator.ended).toBe(1);
    expect(generator.output()).toContain(
      'pubsub: writes-refused, app: 30 of 30 writes were refused (too-many-requests 30; the first: later)',
    );
    const run = readRun(out);
    expect(run.writers).toMatchObject({
      sent: 30,
      acknowledged: 0,
      refused: 30,
      refusals: { 'too-many-requests': 30 },
    });
    expect(run.writers?.first_refusal).toEqual({ code: 'too-many-requests', message: 'later' });
    expect([countBits(run.refused), countBits(run.acknowledged), run.deliveries]).toEqual([30, 0, 0]);
  });

  test('over DDP in SockJS framing, with witnesses', async () => {
    const { url, sessions, close } = await startDdpServer(({ msg, id, params }, session) => {
      if (msg === 'sub') session.send({ msg: 'ready', subs: [id] });
      else if (msg === 'method') {
        const [{ _id, ...fields }] = params as [{ _id: string }];
        const readers = sessions.filter(({ received }) => received.some((message) => message.msg === 'sub'));
        for (const reader of readers) reader.send({ msg: 'added', collection: 'news', id: _id, fields });
        session.send({ msg: 'result', id, result: _id }, { msg: 'updated', methods: [id] });
      }
    });
    onTestFinished(() => close());
    const out = temporaryFolder();
    const deliveries = [{ event: 'added', collection: 'news', path: '0.id' }];
    const overrides = {
      config: { engines: { pubsub: { out, transport: 'ddp-sockjs', witnesses: 2, deliveries } } },
      scenarios: [
        {
          engine: 'pubsub',
          flow: [
            { subscribe: { name: 'news' } },
            {
              publish: {
                call: 'post',
                params: [{ _id: '{{ $writeId }}', n: '{{ $writeNumber }}' }],
                rate: 20,
                duration: 1,
                drain: 0.5,
                arrivals: 'constant',
                writers: 2,
              },
            },
          ],
        },
      ],
    };
    const generator = runArtillery(['--target', url, '--overrides', JSON.stringify(overrides), scenario]);
    expect([await generator.ended, generator.output()]).toEqual([0, expect.any(String)]);
    const run = readRun(out);
    expect([run.problems, run.subscribers.length, run.deliveries]).toEqual([[], 6, 120]);
    const views = Object.values(run.witnesses);
    expect(views).toHaveLength(2);
    const first = writeIds(run).idOf(0);
    expect(views[0]?.news?.[first]).toEqual({ _id: first, n: 0 });
    expect(Object.keys(views[1]?.news ?? {})).toHaveLength(20);
  });
});

describe('many generators', () => {
  test('are void if one is killed, with the reason, and the other ends', async () => {
    const app = await newsApp();
    const out = temporaryFolder();
    const both = [1, 2].map(() =>
      generate(app.url, out, { pubsub: { subscribers: 12 }, variables: { duration: 600 } }),
    );
    const [killed, left] = both as [Generator, Generator];
    await vi.waitFor(() => expect(existsSync(join(out, 'start.json'))).toBe(true), 30_000);
    killed.kill('SIGKILL');
    expect(await left.ended).toBe(1);
    expect(left.output()).toContain(`pubsub: void, process ${killed.pid} of the generator ended before`);
    expect(readRun(out).void?.code).toBe('process-gone');
  });

  test('in two processes owe each subscriber only the writes of its group', async () => {
    // One reader loses a write of its own, and one gets a write of another group.
    let [lost, strayed] = [false, false];
    const app = await newsApp((_item, reader, isOwed) => {
      if (isOwed && reader === 3 && !lost) {
        lost = true;
        return 0;
      }
      if (isOwed || reader !== 7 || strayed) return isOwed ? 1 : 0;
      strayed = true;
      return 1;
    });
    const out = temporaryFolder();
    const flow = [
      { subscribe: { name: 'follow', params: ['local-{{ $group }}'] } },
      {
        publish: {
          call: 'post',
          params: [{ id: '{{ $writeId }}', paper: 'local-{{ $writeGroup }}' }],
          rate: 20,
          duration: 1.5,
          drain: 0.5,
          arrivals: 'constant',
          writers: 3,
          seed: 7,
        },
      },
    ];
    const view = { key: 'id', events: [{ event: 'news', document: 0 }] };
    const pubsub = { out, subscribers: 12, audience: 3, witnesses: 2, view };
    const overrides = { config: { engines: { pubsub } }, scenarios: [{ engine: 'pubsub', flow }] };
    const both = [1, 2].map(() =>
      runArtillery(['--target', app.url, '--overrides', JSON.stringify(overrides), scenario]),
    );
    // The one that finds all files says what is lost.
    expect((await Promise.all(both.map(({ ended }) => ended))).sort()).toEqual([0, 1]);
    const run = readRun(out);
    expect([run.problems, groupsOf(run).count, run.receivers.length]).toEqual([[], 4, 2]);
    expect(run.subscribers.map(({ group }) => group).sort()).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
    // 30 writes: the groups 0 and 1 have 8 of them, the others 7.
    expect(owedOf(run)).toBe(30 * 3);
    expect(owedOf(run, Uint8Array.of(0b0001_0001))).toBe(6);
    expect([deliveredOf(run), run.deliveries, run.unexpected]).toEqual([89, 89, 1]);
    expect([...deliveredPerWrite(run)].sort()).toEqual([2, ...Array(29).fill(3)]);
    expect(both.map(({ output }) => output()).join()).toContain(
      'to 12 subscribers in 4 groups 90 deliveries owed (of acknowledged writes), 89 seen, 1 lost',
    );
  });

  test('in the seven threads of Artillery on 8 CPUs share one run', async () => {
    const app = await newsApp();
    const out = temporaryFolder();
    const env = { NODE_OPTIONS: `--require ${join(import.meta.dirname, 'many-cpus.cjs')}` };
    const phases = [{ duration: 1, arrivalRate: 14 }];
    const generator = generate(app.url, out, { phases, pubsub: { subscribers: 14 }, env });
    expect(await generator.ended).toBe(0);
    const run = readRun(out);
    expect(run.problems).toEqual([]);
    expect(run.receivers.length).toBe(7);
    expect([run.subscribers.length, run.deliveries, app.sent]).toEqual([14, 420, 420]);
    expect(app.items).toBe(30);
    expect(generator.output()).toMatch(/pubsub\.deliveries: \.+ 420\n/);
  });

  test('on 8 CPUs with arrivalCount, as in our scenarios, add up', async () => {
    const app = await newsApp();
    const out = temporaryFolder();
    const env = { NODE_OPTIONS: `--require ${join(import.meta.dirname, 'many-cpus.cjs')}` };
    expect(await generate(app.url, out, { env }).ended).toBe(0);
    const run = readRun(out);
    expect([run.problems, run.subscribers.length, run.deliveries]).toEqual([[], 6, 180]);
  });
});

describe('an impossible run', () => {
  test('is void when not all subscribers are ready in time', async () => {
    const app = await newsApp();
    const out = temporaryFolder();
    const generator = generate(app.url, out, { pubsub: { subscribers: 7, readyTimeout: 2 } });
    expect(await generator.ended).toBe(1);
    expect(readRun(out).void).toEqual({
      code: 'not-ready',
      by: 'app',
      reason: '6 of 7 subscribers had their snapshots after 2 s',
    });
    expect(generator.output()).toContain('pubsub: void, 6 of 7 subscribers');
    expect([app.items, app.connections()]).toEqual([0, 0]);
  });

  test('is void at once when a subscription is refused', async () => {
    const app = await newsApp();
    const out = temporaryFolder();
    const generator = generate(app.url, out, { variables: { paper: 'post' } });
    expect(await generator.ended).toBe(1);
    expect(generator.output()).toContain('pubsub: void, subscribe follow: not-found, no paper post');
    expect(readRun(out).void?.code).toBe('not-found');
  });

  test('is void when the app rejects the writers', async () => {
    const app = await newsApp();
    const out = temporaryFolder();
    const generator = runArtillery([
      ...['--target', app.url, '--overrides'],
      JSON.stringify({
        config: { engines: { pubsub: { out } } },
        scenarios: [
          {
            engine: 'pubsub',
            flow: [
              {
                publish: {
                  call: 'post',
                  params: ['{{ $writeId }}'],
                  rate: 5,
                  duration: 1,
                  connect: { auth: { token: 'wrong' } },
                },
              },
            ],
          },
        ],
      }),
      scenario,
    ]);
    expect(await generator.ended).toBe(1);
    expect(generator.output()).toMatch(/pubsub: void, writers: .*who are you\?/);
  });
});
