import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
  type WritersFile,
  writeIds,
} from '../src/index.ts';
import { temporaryFolder } from './folder.ts';
import { type Generator, runArtillery } from './generator.ts';
import { type Copies, startNewsApp } from './news-app.ts';

const scenario = join(import.meta.dirname, 'news.yml');

async function newsApp(copies?: Copies) {
  const app = await startNewsApp(copies);
  onTestFinished(() => app.close());
  return app;
}

interface Options {
  phases?: Record<string, unknown>[];
  pubsub?: Record<string, unknown>;
  variables?: Record<string, unknown>;
  env?: Record<string, string>;
}

function generate(target: string, out: string, { phases, pubsub, variables, env }: Options = {}) {
  const config = { ...(phases ? { phases } : {}), engines: { pubsub: { out, ...pubsub } } };
  const args = ['--target', target, '--overrides', JSON.stringify({ config })];
  if (variables) args.push('--variables', JSON.stringify(variables));
  return runArtillery([...args, scenario], env);
}

describe('one generator process', () => {
  test('accounts for every delivery, in its files and in Artillery’s report', async () => {
    const app = await newsApp();
    const out = temporaryFolder();
    const generator = generate(app.url, out, { pubsub: { witnesses: 0 } });
    expect(await generator.ended).toBe(0);
    const run = readRun(out);
    expect(run.problems).toEqual([]);
    expect(run.schedule).toMatchObject({ seed: 7, rate_per_s: 20, writers: 3, duration_ms: 1500 });
    expect(run.writers).toMatchObject({
      scheduled: 30,
      sent: 30,
      acknowledged: 30,
      refused: 0,
      unanswered: 0,
    });
    expect([run.subscribers.length, run.deliveries]).toEqual([6, 180]);
    expect([app.items, app.sent]).toEqual([30, 180]);
    expect([run.duplicated, run.reordered, run.unexpected, run.disconnects]).toEqual([0, 0, 0, 0]);
    expect(run.latency.totalCount).toBe(180);
    expect(generator.output()).toMatch(/pubsub\.deliveries: \.+ 180\n/);
    expect(generator.output()).toMatch(/pubsub\.fanout_latency:\n/);
    expect(generator.output()).toContain('pubsub: 30 writes scheduled, 30 sent, 30 acknowledged');
    expect(generator.output()).toMatch(/pubsub\.lost: \.+ 0\n/);
    expect(generator.output()).toContain(out);
  });

  test('tells what was lost and what came twice, write by write', async () => {
    // The third reader never gets the writes 5 to 9; the first gets each tenth write twice.
    const app = await newsApp(({ n }, reader) =>
      reader === 2 && n >= 5 && n < 10 ? 0 : reader === 0 && n % 10 === 0 ? 2 : 1,
    );
    const out = temporaryFolder();
    expect(await generate(app.url, out).ended).toBe(1);
    const run = readRun(out);
    expect(run.problems).toEqual([]);
    expect([run.deliveries, run.duplicated]).toEqual([175, 3]);
    expect([...deliveredPerWrite(run)].flatMap((count, k) => (count === 6 ? [] : [[k, count]]))).toEqual(
      [5, 6, 7, 8, 9].map((k) => [k, 5]),
    );
    expect(run.subscribers.map(({ bits }) => countBits(bits)).sort()).toEqual([25, 30, 30, 30, 30, 30]);
    // Owed is what was stored: here as if the app had stored the even ones only.
    const stored = new Uint8Array(4).fill(0b0101_0101);
    expect(deliveredOf(run, stored)).toBe(15 * 6 - 2);
  });

  test('counts refused writes by their codes, and owes nobody a delivery of them', async () => {
    const app = await newsApp();
    const out = temporaryFolder();
    const generator = generate(app.url, out, { variables: { note: 'refuse' } });
    expect(await generator.ended).toBe(1);
    expect(generator.output()).toContain(
      'pubsub: nothing-acknowledged, none of 30 writes was acknowledged: 30 refused',
    );
    const run = readRun(out);
    expect(run.writers).toMatchObject({
      sent: 30,
      acknowledged: 0,
      refused: 30,
      refusals: { 'too-many-requests': 30 },
    });
    expect(run.writers?.first_error).toEqual({ code: 'too-many-requests', message: 'later' });
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

  test('keeps what was measured when the app goes away in the middle', async () => {
    const app = await newsApp();
    const out = temporaryFolder();
    const generator = generate(app.url, out, { variables: { duration: 3 } });
    await vi.waitFor(() => expect(app.items).toBeGreaterThan(10), 30_000);
    await app.close();
    await generator.ended;
    const run = readRun(out);
    expect(run.problems).toEqual([]);
    expect(run.disconnects).toBe(6);
    const { scheduled, sent, unsent, acknowledged, unanswered } = run.writers as WritersFile;
    expect([scheduled, sent]).toEqual([60, acknowledged + unanswered]);
    expect(unsent).toBe(60 - sent);
    expect(unsent).toBeGreaterThan(0);
    expect(run.deliveries).toBeGreaterThan(60);
  });
});

describe('many generators', () => {
  test('in two processes share one run, and their accounts add up', async () => {
    const app = await newsApp();
    const out = temporaryFolder();
    const pubsub = { subscribers: 12 };
    const both = [generate(app.url, out, { pubsub }), generate(app.url, out, { pubsub })];
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0]);
    const run = readRun(out);
    expect(run.problems).toEqual([]);
    expect(new Set(run.receivers.map(({ name }) => name.split('-')[0])).size).toBe(2);
    expect([run.subscribers.length, run.deliveries, app.sent]).toEqual([12, 360, 360]);
    expect(run.writers).toMatchObject({ scheduled: 30, acknowledged: 30 });
    expect([...deliveredPerWrite(run)]).toEqual(Array(30).fill(12));
  });

  test('of which one is killed are void, with a word, and the other ends', async () => {
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

  test('in two processes spread over groups: each is owed the writes of its group alone', async () => {
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

  test('in the seven threads that Artillery makes of 8 CPUs share one run too', async () => {
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

  test('on 8 CPUs with arrivalCount, as our scenarios have it, add up as well', async () => {
    const app = await newsApp();
    const out = temporaryFolder();
    const env = { NODE_OPTIONS: `--require ${join(import.meta.dirname, 'many-cpus.cjs')}` };
    expect(await generate(app.url, out, { env }).ended).toBe(0);
    const run = readRun(out);
    expect([run.problems, run.subscribers.length, run.deliveries]).toEqual([[], 6, 180]);
  });
});

describe('a run that cannot be', () => {
  test('is void when not all subscribers are ready in time', async () => {
    const app = await newsApp();
    const out = temporaryFolder();
    const generator = generate(app.url, out, { pubsub: { subscribers: 7, readyTimeout: 2 } });
    expect(await generator.ended).toBe(1);
    expect(readRun(out).void).toEqual({
      code: 'not-ready',
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
    expect(generator.output()).toContain('pubsub: void, no paper post');
    expect(readRun(out).void?.code).toBe('not-found');
  });

  test('is void when the writers are turned away', async () => {
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

  test('says in one line that the target is down', async () => {
    const app = await startNewsApp();
    await app.close();
    const out = temporaryFolder();
    const generator = generate(app.url, out);
    expect(await generator.ended).toBe(1);
    const lines = generator
      .output()
      .split('\n')
      .filter((line) => line.includes(app.url));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/ECONNREFUSED.*is the app running there\?/);
    expect(generator.output()).not.toContain('    at ');
  });

  test('says in one line what is wrong with the YAML', async () => {
    const generator = generate('http://127.0.0.1:1', temporaryFolder(), {
      pubsub: { transport: 'carrier-pigeon' },
    });
    expect(await generator.ended).toBe(1);
    const lines = generator
      .output()
      .split('\n')
      .filter((line) => line.startsWith('pubsub: '));
    expect(lines).toEqual([
      'pubsub: config.engines.pubsub.transport should be ddp or ddp-sockjs or socketio, not "carrier-pigeon"',
    ]);
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends on %s: no connection and no half-written file are left', async (signal, code) => {
    const app = await newsApp();
    const out = temporaryFolder();
    const generator = generate(app.url, out, { variables: { duration: 60 } });
    await vi.waitFor(() => expect(existsSync(join(out, 'start.json'))).toBe(true), 30_000);
    generator.kill(signal);
    expect(await generator.ended).toBe(code);
    await vi.waitFor(() => expect(app.connections()).toBe(0), 10_000);
    const left = readdirSync(out).filter((name) => !/^(process|busy)-/.test(name));
    expect(left.sort()).toEqual(['ready', 'schedule.json', 'start.json']);
    expect(JSON.parse(readFileSync(join(out, 'schedule.json'), 'utf8')).duration_ms).toBe(60_000);
  });
});
