import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type ServerOptions, type Socket } from 'socket.io';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runFlow } from './in-process.ts';

type Ack = (...args: unknown[]) => void;

/** Socket.io apps of other people: each counts for itself. */
async function startApp(
  set: (io: Server) => void,
  options: Partial<ServerOptions> = {},
  listener?: RequestListener,
) {
  const http = createServer(listener);
  const io = new Server(http, options);
  set(io);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => io.close());
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

const errorsOf = (ended: { error: string | undefined }[]) => ended.map(({ error }) => error);

describe('a query for each user', () => {
  async function tokens() {
    const accepted: Record<string, number> = {};
    const url = await startApp((io) => {
      io.use((socket, next) => {
        const token = String(socket.handshake.query.token);
        if (!/^token-\w+$/.test(token)) return next(new Error('unauthorized'));
        accepted[token] = (accepted[token] ?? 0) + 1;
        next();
      });
      io.on('connection', (socket) => socket.on('hello', (answer: Ack) => answer({ ok: true })));
    });
    return { url, accepted };
  }
  const users = ['ann', 'bob', 'ann'].map((name) => ({ token: `token-${name}` }));

  test('by a step', async () => {
    const { url, accepted } = await tokens();
    const flow = [{ connect: { query: { token: '{{ token }}' } } }, { call: { name: 'hello' } }];
    expect(errorsOf(await runFlow(url, {}, flow, users))).toEqual([undefined, undefined, undefined]);
    expect(accepted).toEqual({ 'token-ann': 2, 'token-bob': 1 });
  });

  test('by the target, the same for all; and no message has it', async () => {
    const { url, accepted } = await tokens();
    const flow = [{ call: { name: 'hello' } }, { call: { name: 'nothing' } }];
    const [ended] = await runFlow(`${url}/?token=token-all`, { timeout: 0.2 }, flow);
    expect(ended?.error).toBe(`call nothing: ${url}: no answer to method nothing in 200 ms`);
    expect(accepted).toEqual({ 'token-all': 1 });
  });
});

describe('namespaces', () => {
  async function app() {
    const counts = { engineConnections: 0, auth: 0, listed: 0, refused: 0 };
    const url = await startApp((io) => {
      io.engine.on('connection', () => counts.engineConnections++);
      io.of('/auth').on('connection', (socket) => {
        counts.auth++;
        socket.on('authenticate', (token: string, answer: Ack) => {
          Object.assign(socket.conn, { isIn: token === 'secret' });
          answer({ ok: token === 'secret' });
        });
      });
      io.of('/notifications').on('connection', (socket) => {
        socket.on('list', (answer: Ack) => {
          const { isIn } = socket.conn as unknown as { isIn?: boolean };
          counts[isIn ? 'listed' : 'refused']++;
          answer(isIn ? { ok: true, result: [1, 2, 3] } : { ok: false, error: 'not-logged-in' });
        });
      });
    });
    return { url, counts };
  }

  test('of calls share one connection', async () => {
    const { url, counts } = await app();
    const flow = [
      { call: { name: 'authenticate', params: ['secret'], namespace: '/auth' } },
      { call: { name: 'list', namespace: 'notifications', match: { json: '$[2]', value: 3 } } },
      { subscribe: { name: 'list', namespace: '/notifications' } },
    ];
    expect(errorsOf(await runFlow(url, {}, flow, [{}, {}]))).toEqual([undefined, undefined]);
    expect(counts).toEqual({ engineConnections: 2, auth: 2, listed: 4, refused: 0 });
  });

  test('are the paths of target and targets', async () => {
    const { url, counts } = await app();
    const flow = [{ call: { name: 'authenticate', params: ['secret'] } }];
    expect(errorsOf(await runFlow(`${url}/auth`, {}, flow))).toEqual([undefined]);
    expect(errorsOf(await runFlow(url, { targets: [`${url}/auth`] }, flow))).toEqual([undefined]);
    expect(counts).toMatchObject({ engineConnections: 2, auth: 2 });
    expect(errorsOf(await runFlow(`${url}/nothere`, {}, flow))).toEqual([
      `${url}/nothere: Invalid namespace`,
    ]);
  });

  test('are waited in, also in one that nothing has used yet', async () => {
    const welcomed: string[] = [];
    const url = await startApp((io) => {
      for (const name of ['/', '/auth', '/rooms']) {
        io.of(name).on('connection', (socket) => {
          welcomed.push(name);
          socket.emit('welcome', name);
        });
      }
    });
    const waitIn = (namespace: string, value: string) => ({
      wait: { event: 'welcome', namespace, match: { json: '$', value }, timeout: 1 },
    });
    const flow = [waitIn('rooms', '/rooms'), waitIn('/', '/')];
    expect(errorsOf(await runFlow(url, {}, flow))).toEqual([undefined]);
    expect(errorsOf(await runFlow(`${url}/auth`, {}, [waitIn('/auth', '/auth')]))).toEqual([undefined]);
    expect(welcomed).toEqual(['/', '/rooms', '/auth']);
    const inVain = [
      { call: { name: 'x', ack: false, response: { event: 'no', namespace: '/rooms', timeout: 0.1 } } },
    ];
    const [error] = errorsOf(await runFlow(url, {}, inVain));
    expect(error).toMatch(/^flow\[0\]\.call\.response: no "no" of \/rooms in 0\.1 s; /);
  });

  test('that the app refuses are named, whatever the step', async () => {
    let refused = 0;
    const url = await startApp((io) => {
      io.of('/members').use((_socket, next) => {
        refused++;
        next(new Error('members only'));
      });
    });
    const namespace = '/members';
    const said = `${url}/members: members only`;
    for (const [step, message] of [
      [{ call: { name: 'join', namespace } }, `call join: ${said}`],
      [{ call: { name: 'join', namespace, ack: false } }, `call join: ${said}`],
      [{ subscribe: { name: 'news', namespace } }, `subscribe news: ${said}`],
      [{ wait: { event: 'news', namespace } }, `flow[0].wait: ${said}`],
    ] as const) {
      expect(errorsOf(await runFlow(url, {}, [step]))).toEqual([message]);
    }
    expect(refused).toBe(4);
  });
});

test.each(['auth.token', 'query.token', 'headers.Authorization', 'headers.X-Token'])(
  'a log-in’s token goes into %s',
  async (into) => {
    const connected: string[] = [];
    const of = ({ handshake: { auth, query, headers } }: Socket) =>
      [auth.token, query.token, headers.authorization, headers['x-token']].find(Boolean);
    const url = await startApp(
      (io) => {
        io.use((socket, next) => {
          const name = /^(?:Bearer )?t-(\w+)$/.exec(of(socket))?.[1];
          if (name === undefined) return next(new Error('unauthorized'));
          connected.push(name);
          socket.data.name = name;
          next();
        });
        io.on('connection', (socket) => {
          socket.on('whoami', (answer: Ack) => answer({ ok: true, result: socket.data.name }));
        });
      },
      {},
      (request, response) => {
        let body = '';
        request
          .on('data', (part) => {
            body += part;
          })
          .on('end', () => response.end(JSON.stringify({ data: { token: `t-${JSON.parse(body).user}` } })));
      },
    );
    const login = { post: '/api/login', json: { user: '{{ user }}' }, token: '$.data.token', into };
    const flow = [
      { connect: { login } },
      { call: { name: 'whoami', match: { json: '$', value: '{{ user }}' } } },
    ];
    expect(errorsOf(await runFlow(url, {}, flow, [{ user: 'ann' }, { user: 'bob' }]))).toEqual([
      undefined,
      undefined,
    ]);
    expect(connected).toEqual(['ann', 'bob']);
    const wrong = [{ connect: { login: { ...login, token: '$.token' } } }];
    expect(errorsOf(await runFlow(url, {}, wrong, [{ user: 'ann' }]))).toEqual([
      `${url}/api/login: the log-in returned 200 without a token at $.token`,
    ]);
  },
);

describe('answers', () => {
  const answers: Record<string, unknown[]> = {
    ping: ['pong'],
    act: ['act'],
    yes: [true],
    number: [42],
    list: [[1, 2]],
    nothing: [],
    nil: [null],
    status0: [{ status: 0 }],
    statusOk: [{ status: 'ok', id: 7 }],
    two: ['room', { id: 9 }],
    nodeStyle: [null, { id: 5 }],
    refusal: ['not-allowed'],
    json: ['{"code":0,"id":"a"}'],
    jsonRefusal: ['{"code":403,"msg":"no such room"}'],
  };
  async function app() {
    const counts: Record<string, number> = {};
    const url = await startApp((io) => {
      io.on('connection', (socket) => {
        for (const [name, args] of Object.entries(answers)) {
          socket.on(name, (...given: unknown[]) => {
            counts[name] = (counts[name] ?? 0) + 1;
            (given.at(-1) as Ack)(...args);
          });
        }
      });
    });
    return { url, counts };
  }
  const call = (name: string, json: string, value: unknown) => ({
    call: { name, match: { json, value } },
  });

  test('of all forms are recognised, matched and captured; and the run reports how it read them', async () => {
    const { url, counts } = await app();
    const lines: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(line));
    const ended = await runFlow(
      url,
      {},
      [
        call('ping', '$', 'pong'),
        call('act', '$', 'act'),
        call('yes', '$', true),
        call('number', '$', 42),
        call('list', '$[1]', 2),
        { call: { name: 'nothing' } },
        { call: { name: 'nil' } },
        call('status0', '$.status', 0),
        call('statusOk', '$.id', 7),
        call('json', '$.id', 'a'),
        { call: { name: 'refusal', expect: ['not-allowed'] } },
        { call: { name: 'jsonRefusal', expect: [403] } },
        { call: { name: 'two', expect: ['unrecognised'] } },
        call('nodeStyle', '$.id', 5),
        { call: { name: 'number', capture: { as: 'n' } } },
        { call: { name: 'json', capture: { json: '$.id', as: 'id' } } },
      ],
      [{}, {}],
    );
    log.mockRestore();
    expect(errorsOf(ended)).toEqual([undefined, undefined]);
    expect(ended[0]?.vars).toMatchObject({ n: 42, id: 'a' });
    expect(counts).toMatchObject({ ping: 2, number: 4, two: 2, json: 4 });
    expect(lines.filter((line) => line.includes('answers were read as')).sort()).toEqual([
      'pubsub: answers were read as a value',
      'pubsub: answers were read as error-first: (error)',
      'pubsub: answers were read as error-first: (error, result)',
      'pubsub: answers were read as nothing',
      'pubsub: answers were read as ok: { code: 0 }',
      'pubsub: answers were read as status: { status: ok }',
    ]);
  });

  test('that don’t match are reported with the expected and the actual value', async () => {
    const { url } = await app();
    expect(errorsOf(await runFlow(url, {}, [call('ping', '$', 'pang')]))).toEqual([
      'flow[0].call.match $: expected "pang", got "pong"',
    ]);
    expect(
      errorsOf(await runFlow(url, { answer: { error: '9.x', result: 1 } }, [call('two', '$.id', 9)])),
    ).toEqual([undefined]);
  });

  test('are judged by a value of the script', async () => {
    const { url } = await app();
    const pubsub = { answer: { ok: '0.code', is: [0, 200] } };
    const flow = [call('json', '$.id', 'a'), { call: { name: 'jsonRefusal' } }];
    expect(errorsOf(await runFlow(url, pubsub, flow))).toEqual(['call jsonRefusal: 403, no such room']);
  });
});

test('an app that has only polling, and an app that clients reach first by polling', async () => {
  const counts = { connections: 0, hello: 0 };
  const set = (io: Server) => {
    io.on('connection', (socket) => {
      counts.connections++;
      socket.on('hello', (answer: Ack) => {
        counts.hello++;
        answer('pong');
      });
    });
  };
  const url = await startApp(set, { transports: ['polling'] });
  const flow = [{ call: { name: 'hello', match: { json: '$', value: 'pong' } } }];
  expect(errorsOf(await runFlow(url, { transports: 'polling' }, flow, [{}, {}]))).toEqual([
    undefined,
    undefined,
  ]);
  expect(errorsOf(await runFlow(url, { transports: ['polling', 'websocket'] }, flow))).toEqual([undefined]);
  expect(errorsOf(await runFlow(url, {}, flow))).toEqual([
    `${url}: websocket error: Unexpected server response: 400: Transport unknown`,
  ]);
  expect(counts).toEqual({ connections: 3, hello: 3 });
});

test('each user has a cookie and a header; without them the error has the text of the refusal', async () => {
  const seen: string[] = [];
  const url = await startApp(
    (io) => io.on('connection', (socket) => socket.on('hello', (answer: Ack) => answer())),
    {
      allowRequest: ({ headers }, decide) => {
        const sid = /sid=(\w+)/.exec(headers.cookie ?? '')?.[1];
        if (sid === undefined) return decide('no session', false);
        seen.push(`${sid}/${headers['x-client-id']}`);
        decide(null, true);
      },
    },
  );
  const headers = { Cookie: 'sid={{ sid }}', 'X-Client-Id': 'c-{{ sid }}' };
  const flow = [{ connect: { headers } }, { call: { name: 'hello' } }];
  expect(errorsOf(await runFlow(url, {}, flow, [{ sid: 's1' }, { sid: 's2' }]))).toEqual([
    undefined,
    undefined,
  ]);
  expect(seen).toEqual(['s1/c-s1', 's2/c-s2']);
  expect(errorsOf(await runFlow(url, {}, [{ call: { name: 'hello' } }]))).toEqual([
    `${url}: websocket error: Unexpected server response: 400: no session`,
  ]);
});
