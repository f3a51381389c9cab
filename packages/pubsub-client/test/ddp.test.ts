import { afterEach, describe, expect, test } from 'vitest';
import { type Client, type ConnectOptions, connect, type Reconnection } from '../src/index.ts';
import { collect, disconnection } from './collect.ts';
import { type DdpServer, type Handle, type Session, startDdpServer } from './ddp-server.ts';

let server: DdpServer;
const clients: Client[] = [];

/** Two documents, `ready`, and a third in the same read; `echo`, `refuse`; no answer to the name `silence`. */
const handle: Handle = (message, session) => {
  const { msg, id, name, method, params } = message;
  if (msg === 'sub' && name === 'refused') {
    session.send({ msg: 'nosub', id, error: { error: 'validation-error', reason: 'no such list' } });
  } else if (msg === 'sub' && name !== 'silence') {
    session.send(
      { msg: 'added', collection: 'todos', id: 'a', fields: { at: { $date: 5 } } },
      { msg: 'added', collection: 'todos', id: 'b', fields: {} },
      { msg: 'ready', subs: [id] },
      { msg: 'added', collection: 'todos', id: 'c', fields: {} },
    );
  } else if (msg === 'unsub') session.send({ msg: 'nosub', id });
  else if (method === 'echo') {
    session.send({ msg: 'result', id, result: params }, { msg: 'updated', methods: [id] });
  } else if (method === 'refuse') {
    session.send({ msg: 'result', id, error: { error: 404, reason: 'Method not found' } });
  } else if (method === 'login') {
    session.send({ msg: 'result', id, result: { id: 'u', token: 'the-token' } });
  }
};

async function open(options: Partial<ConnectOptions>): Promise<{ client: Client; session: Session }> {
  const client = await connect({ url: server.url, transport: 'ddp', timeout_ms: 5000, ...options });
  clients.push(client);
  return { client, session: server.sessions.at(-1) as Session };
}

/** The next message of a client that matches; the fixture stores it in `received`. */
async function received(session: Session, msg: string): Promise<Record<string, unknown>> {
  for (;;) {
    const found = session.received.find((message) => message.msg === msg);
    if (found) return found;
    await new Promise(setImmediate);
  }
}

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await server.close();
});

describe.each(['ddp', 'ddp-sockjs'] as const)('%s', (transport) => {
  test('a subscription resolves between its snapshot and the changes after it', async () => {
    server = await startDdpServer(handle);
    const { client, session } = await open({ transport });
    const { changes, stamps, reach } = collect(client);
    const before_ns = process.hrtime.bigint();
    await client.subscribe('todos', { listId: 'l' });
    expect(changes.map((change) => (change.args[0] as { id: string }).id)).toEqual(['a', 'b']);
    await reach(3);
    expect(changes[2]).toEqual({
      event: 'added',
      collection: 'todos',
      args: [{ msg: 'added', collection: 'todos', id: 'c', fields: {} }],
    });
    // Unchanged from the wire: nothing is decoded.
    expect(changes[0]?.args).toEqual([
      { msg: 'added', collection: 'todos', id: 'a', fields: { at: { $date: 5 } } },
    ]);
    expect(stamps.every((at_ns) => at_ns > before_ns && at_ns < process.hrtime.bigint())).toBe(true);
    expect(session.sockjs).toBe(transport === 'ddp-sockjs');
    expect(client.negotiated.extensions).toContain('permessage-deflate');
    expect(client.negotiated.transport).toBe(client.transport);
  });

  test('changes keep their order, whatever text they contain', async () => {
    server = await startDdpServer(handle);
    const { client, session } = await open({ transport, compression: false });
    const { changes, reach } = collect(client);
    const texts = Array.from({ length: 500 }, (_, n) => `${n} "quoted" \\ ü 漢字 🙂 \u2028 ${'x'.repeat(n)}`);
    texts.forEach((text, n) => {
      session.send({ msg: 'changed', collection: 'todos', id: String(n), fields: { text } });
    });
    await reach(500);
    expect(changes.map((change) => (change.args[0] as { fields: { text: string } }).fields.text)).toEqual(
      texts,
    );
    expect(client.negotiated.extensions).toBe('');
  });

  test('parameters and results carry EJSON', async () => {
    server = await startDdpServer(handle);
    const { client, session } = await open({ transport });
    const value = { at: new Date(1234), recorded: { $date: 1 }, text: '{"$date":1}' };
    expect(await client.call('echo', value, 'two')).toEqual([{ ...value, recorded: new Date(1) }, 'two']);
    expect((await received(session, 'method')).params).toEqual([
      { at: { $date: 1234 }, recorded: { $date: 1 }, text: '{"$date":1}' },
      'two',
    ]);
  });

  test('a rejected method and a rejected subscription have the code of the server', async () => {
    server = await startDdpServer(handle);
    const { client } = await open({ transport });
    await expect(client.call('refuse')).rejects.toMatchObject({ code: '404', message: 'Method not found' });
    await expect(client.subscribe('refused')).rejects.toMatchObject({
      code: 'validation-error',
      message: 'no such list',
    });
  });

  test('stop() resolves when the server has confirmed it', async () => {
    server = await startDdpServer(handle);
    const { client, session } = await open({ transport });
    const subscription = await client.subscribe('todos');
    await subscription.stop();
    const sub = await received(session, 'sub');
    expect(await received(session, 'unsub')).toEqual({ msg: 'unsub', id: sub.id });
    await subscription.stop();
  });

  test('a subscription that the server ends later is reported as a change', async () => {
    server = await startDdpServer(handle);
    const { client, session } = await open({ transport });
    const { changes, reach } = collect(client);
    await client.subscribe('todos');
    const { id } = await received(session, 'sub');
    session.send({ msg: 'nosub', id, error: { error: 'gone' } });
    await reach(4);
    expect(changes[3]?.event).toBe('nosub');
  });

  test('answers pings, and sends its own after a silence', async () => {
    server = await startDdpServer(handle);
    const { client, session } = await open({ transport, heartbeat_ms: 500 });
    session.send({ msg: 'ping', id: 'p1' });
    expect(await received(session, 'pong')).toEqual({ msg: 'pong', id: 'p1' });
    expect(await received(session, 'ping')).toEqual({ msg: 'ping' });
    expect(await client.call('echo', 1)).toEqual([1]);
  });

  test('logs in with the hash of the password, or with a token', async () => {
    server = await startDdpServer(handle);
    const { session } = await open({ transport, login: { user: 'ada', password: 'secret' } });
    expect(await received(session, 'method')).toMatchObject({
      method: 'login',
      params: [
        {
          user: { username: 'ada' },
          password: {
            // printf secret | sha256sum
            digest: '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b',
            algorithm: 'sha-256',
          },
        },
      ],
    });
    const resumed = await open({ transport, login: { resume: 'r1' } });
    expect(await received(resumed.session, 'method')).toMatchObject({ params: [{ resume: 'r1' }] });
  });

  test('a lost connection is reported, and ends pending calls', async () => {
    server = await startDdpServer(handle);
    const { client, session } = await open({ transport });
    const said = disconnection(client);
    const call = client.call('silence');
    const subscription = client.subscribe('silence');
    session.cut();
    await expect(call).rejects.toMatchObject({ code: 'disconnected' });
    await expect(subscription).rejects.toMatchObject({ code: 'disconnected' });
    expect(await said).toContain(server.url.replace('http', 'ws'));
    await expect(client.call('echo')).rejects.toMatchObject({ code: 'disconnected' });
  });

  test('reconnects with the same subscriptions, and reports it before their snapshots', async () => {
    server = await startDdpServer(handle);
    const login = { user: 'a@b.c', password: 'x' };
    const { client, session } = await open({ transport, reconnect: true, login });
    const { changes, reach } = collect(client);
    await client.subscribe('todos', { listId: 'l' });
    await reach(3);
    const seenAtReconnect = new Promise<[Reconnection, number]>((resolve) => {
      client.onReconnect((reconnection) => resolve([reconnection, changes.length]));
    });
    session.cut();
    expect(await seenAtReconnect).toEqual([{ failures: [] }, 3]);
    await reach(6);
    const again = server.sessions[1] as Session;
    expect(again.received.find(({ msg }) => msg === 'sub')).toMatchObject({
      name: 'todos',
      params: [{ listId: 'l' }],
    });
    expect(await received(again, 'method')).toMatchObject({ params: [{ resume: 'the-token' }] });
    expect(await client.call('echo', 2)).toEqual([2]);
  });

  test('reconnects after several losses, and to a server that was down', async () => {
    server = await startDdpServer(handle);
    const { client, session } = await open({ transport, reconnect: true });
    await client.subscribe('todos');
    let back = new Promise((resolve) => client.onReconnect(resolve));
    session.cut();
    await back;
    back = new Promise((resolve) => client.onReconnect(resolve));
    const { port } = server;
    await server.close();
    server = await startDdpServer(handle, port);
    await back;
    expect(await client.call('echo', 3)).toEqual([3]);
  });

  test('a silent server is a timeout that names it', async () => {
    // Long enough to connect on a busy machine.
    const timeout_ms = 1000;
    server = await startDdpServer(handle);
    const { client } = await open({ transport, timeout_ms });
    await expect(client.call('silence')).rejects.toMatchObject({
      code: 'timeout',
      message: `${server.url}: no answer to method silence in 1000 ms`,
    });
    await expect(client.subscribe('silence')).rejects.toMatchObject({
      code: 'timeout',
      message: `${server.url}: no answer to subscription silence in 1000 ms`,
    });
    server.greeting = undefined;
    await expect(open({ transport, timeout_ms })).rejects.toMatchObject({
      code: 'timeout',
      message: `${server.url}: no answer to the DDP message \`connect\` in 1000 ms`,
    });
  });

  test('a server with another DDP version is reported', async () => {
    server = await startDdpServer(handle);
    server.greeting = { msg: 'failed', version: 'pre2' };
    await expect(open({ transport })).rejects.toMatchObject({ code: 'protocol' });
  });

  test.each(['no json', 'null', '"text"', 'a["no json"]', 'a[broken', 'x', ''])(
    '%j from the server ends the connection, and the error quotes it',
    async (garbage) => {
      server = await startDdpServer(handle);
      const { client, session } = await open({ transport });
      const said = disconnection(client);
      session.sendRaw(garbage);
      expect(await said).toMatch(/not a (DDP message|SockJS frame): "/);
    },
  );

  test('an unknown message is ignored', async () => {
    server = await startDdpServer(handle);
    const { client, session } = await open({ transport });
    session.send({ msg: 'news' }, {});
    expect(await client.call('echo', 4)).toEqual([4]);
  });
});

test('SockJS: heartbeats are signs of life, and a close frame is a disconnection', async () => {
  server = await startDdpServer(handle);
  const { client, session } = await open({ transport: 'ddp-sockjs' });
  const said = disconnection(client);
  session.sendRaw('h');
  session.sendRaw('m"{\\"msg\\":\\"ping\\"}"');
  await received(session, 'pong');
  session.sendRaw('c[3000,"Go away!"]');
  expect(await said).toContain('Go away!');
});

test('without a server the connection is refused at once, and the error has the address', async () => {
  server = await startDdpServer(handle);
  await server.close();
  await expect(open({})).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining(server.url.replace('http', 'ws')),
  });
});

test('parameters are sent as EJSON, and EJSON that is already there unchanged', async () => {
  server = await startDdpServer(handle);
  const { client, session } = await open({});
  const recorded = [
    { $date: 5 },
    { $binary: 'AQID' },
    { $type: 'oid', $value: 'f00d' },
    { $InfNaN: 1 },
    { $regexp: 'a', $flags: 'i' },
    { at: { $lt: { $date: 5 } } },
  ];
  client.send('x', ...recorded);
  client.send('y', new Date(5), Buffer.from([1, 2, 3]), new Uint16Array([1]), NaN, { deep: [new Date(6)] });
  await client.call('echo');
  const [x, y] = session.received.filter(({ msg }) => msg === 'method');
  expect(x?.params).toEqual(recorded);
  expect(y?.params).toEqual([
    { $date: 5 },
    { $binary: 'AQID' },
    { $binary: 'AQA=' },
    { $InfNaN: 0 },
    { deep: [{ $date: 6 }] },
  ]);
});
