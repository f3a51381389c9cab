import { describe, expect, test } from 'vitest';
import { groupCount, parseConfig } from '../src/script/config.ts';
import { connectionOf } from '../src/script/targets.ts';

const parse = (pubsub: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  parseConfig({ config: { target: 'http://127.0.0.1:1', engines: { pubsub }, ...more } });

describe('the configuration', () => {
  test('waits for the number of subscribers in the phases, unless it has its own number', () => {
    const phases = [{ duration: 1, arrivalCount: 30 }, { pause: 2 }, { duration: 1, arrivalCount: '20' }];
    expect(parse({ transport: 'ddp' }, { phases }).subscribers).toBe(50);
    expect(parse({ transport: 'ddp', subscribers: '7' }, { phases }).subscribers).toBe(7);
    expect(
      parse({ transport: 'ddp' }, { phases: [{ arrivalRate: 5, duration: 1 }] }).subscribers,
    ).toBeUndefined();
  });

  test('passes on the options of the connection', () => {
    const { connect } = parse({
      transport: 'socketio',
      subscribeEvent: 'join',
      auth: { token: 'x' },
      timeout: 2,
    });
    expect(connect).toMatchObject({
      url: 'http://127.0.0.1:1',
      transport: 'socketio',
      subscribeEvent: 'join',
      auth: { token: 'x' },
      timeout_ms: 2000,
    });
  });

  test('spreads its subscribers over groups, and the last one can be smaller', () => {
    const groups = (subscribers: number, audience: string | number) =>
      groupCount(parse({ transport: 'ddp', subscribers, audience }));
    expect([groups(50, 10), groups(51, 10), groups(5, 10), groups(50, 1)]).toEqual([5, 6, 1, 50]);
    expect(groupCount(parse({ transport: 'ddp', subscribers: 50 }))).toBe(1);
    const named = { one: 1, ten: 5, own: 50 };
    for (const [audience, count] of Object.entries(named)) expect(groups(50, audience)).toBe(count);
    const variables = { size: 'own' };
    expect(groupCount(parse({ transport: 'ddp', subscribers: 50, audience: '$size' }, { variables }))).toBe(
      50,
    );
    expect(() => parse({ transport: 'ddp', audience: 'ten' })).toThrow(
      'config.engines.pubsub.subscribers should be the number of subscribers: the audience needs it',
    );
  });

  test.runIf(process.platform === 'linux')('spreads its connections over addresses of 127/8', () => {
    const config = parse({ transport: 'ddp', localAddress: 'spread' });
    const from = (n: number) => connectionOf(config, 'subscribers', n).localAddress;
    expect([from(0), from(253), from(254), from(65_024)]).toEqual([
      '127.1.0.1',
      '127.1.0.254',
      '127.1.1.1',
      '127.2.0.1',
    ]);
    const all = Array.from({ length: 5000 }, (_, n) => from(n));
    expect(new Set(all).size).toBe(5000);
    expect(
      connectionOf(parse({ transport: 'ddp', localAddress: '127.0.0.9' }), 'subscribers', 3).localAddress,
    ).toBe('127.0.0.9');
    const unasked = (url: string) =>
      connectionOf(parse({ transport: 'ddp', targets: [url] }), 'writers', 1).localAddress;
    expect(unasked('http://127.0.0.1:3000')).toBe('127.1.0.2');
    expect(unasked('http://example.org')).toBe(undefined);
  });

  test.each([
    [{}, 'config.engines.pubsub.transport should be ddp or ddp-sockjs or socketio, not nothing'],
    [
      { transport: 'sse' },
      'config.engines.pubsub.transport should be ddp or ddp-sockjs or socketio, not "sse"',
    ],
    [
      { transport: 'ddp', subscribers: 0 },
      'config.engines.pubsub.subscribers should be a whole number from 1 up, not 0',
    ],
    [
      { transport: 'ddp', subscribers: '{{ n }}' },
      'subscribers should be a whole number from 1 up, not "{{ n }}"',
    ],
    [
      { transport: 'ddp', compression: 'no' },
      'config.engines.pubsub.compression should be true or false, not "no"',
    ],
    [
      { transport: 'ddp', audience: 'all' },
      'config.engines.pubsub.audience should be one, ten, own or a number of subscribers from 1 up, not "all"',
    ],
    [
      { transport: 'ddp', audience: '$size' },
      'audience should be the name of a variable that is one, ten, own or a number of subscribers from 1 up (size is undefined)',
    ],
    [{ transport: 'ddp', login: { user: 'a' } }, 'login should be { user, password } or { resume: <token> }'],
    [
      { transport: 'socketio', login: { post: '/api/session', password: 'geheim' } },
      'login should be { user, password } or { resume: <token> }, or for socketio { post: <path>, json: <body>, token, into }; it has post, password',
    ],
    [
      { transport: 'socketio', login: { post: '/in', json: {}, token: '$.token', into: 'geheim' } },
      /login\.into should be auth\.token, query\.token or headers\.Authorization$/,
    ],
    [
      { transport: 'socketio', transports: ['websockets'] },
      'transports should be a list of polling and websocket, not ["websockets"]',
    ],
    [
      { transport: 'socketio', answer: 'fine' },
      'answer should be auto or result or error-first or ok or status, not "fine"',
    ],
    [{ transport: 'socketio', answer: { is: [0] } }, 'answer.error should be a path'],
    [{ transport: 'ddp', login: 'geheim' }, /login should be an object, not text$/],
    [{ transport: 'ddp', database: 'mongodb://a:geheim@b/c' }, /database should be an object, not text$/],
    [{ transport: 'ddp', view: ['id'] }, /view should be an object, not a list$/],
    [
      { transport: 'ddp', localAddress: 'here' },
      'localAddress should be an address of this machine, or spread, not "here"',
    ],
    [
      { transport: 'ddp', targets: ['http://example.org'], localAddress: 'spread' },
      'localAddress: spread is for an app at 127.0.0.1 on Linux',
    ],
    [
      { transport: 'ddp', deliveries: [{ event: 'added' }] },
      'config.engines.pubsub.deliveries[0].path should be where the write id is',
    ],
    [
      { transport: 'ddp', delivery: [] },
      'config.engines.pubsub.delivery is not known; known are transport, ',
    ],
  ])('refuses %j with the field and the right value', (pubsub, message) => {
    expect(() => parse(pubsub)).toThrow(message);
  });

  test('has one list of instances for all, or one for subscribers and one for writers', () => {
    const [a, b, c] = ['http://a:1', 'http://b:1', 'http://c:1'];
    const first = (targets: unknown, who: 'subscribers' | 'writers', n: number) => {
      const { url, alternatives } = connectionOf(parse({ transport: 'ddp', targets }), who, n);
      return [url, alternatives];
    };
    expect(first([a, b], 'writers', 3)).toEqual([b, [a]]);
    expect(first({ subscribers: [a, b, c], writers: [c] }, 'subscribers', 1)).toEqual([b, [c, a]]);
    expect(first({ subscribers: [a, b, c], writers: [c] }, 'writers', 1)).toEqual([c, []]);
    expect(() => parse({ transport: 'ddp', targets: { writers: ['somewhere'] } })).toThrow(
      'config.engines.pubsub.targets.writers should be a list of addresses of the app',
    );
  });

  test('refuses a target that isn’t an address', () => {
    expect(() => parse({ transport: 'ddp' }, { target: 'localhost' })).toThrow(
      /config.target should be the address/,
    );
  });
});
