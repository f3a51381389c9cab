import { spawn } from 'node:child_process';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { expect, test } from 'vitest';
import { connect, PubSubError } from '../src/index.ts';
import { startDdpServer } from './ddp-server.ts';

/** A process that connects, subscribes, calls and closes; it ends only if nothing keeps it alive. */
const program = `
  import { connect } from '${import.meta.resolve('../src/index.ts')}';
  const [url, transport] = process.argv.slice(-2);
  const client = await connect({ url, transport, reconnect: true, subscribeEvent: 'sub', timeout_ms: 60000 });
  await client.subscribe('todos', {});
  const call = client.call('silence', {}).catch((error) => error.code);
  const closed = client.close();
  if (client.close() !== closed) throw new Error('closing twice is closing once');
  await closed;
  console.log(await call, await client.call('x').catch((error) => error.code));
`;

test.each(['ddp', 'ddp-sockjs', 'socketio'])('%s: after close() the process can exit', async (transport) => {
  const ddp = await startDdpServer(({ msg, id }, session) => {
    if (msg === 'sub') session.send({ msg: 'ready', subs: [id] });
  });
  const io = new Server();
  io.on('connection', (socket) => socket.on('sub', (_name, _params, ack) => ack({ result: {} })));
  io.listen(0);
  const { port } = (io as unknown as { httpServer: HttpServer }).httpServer.address() as AddressInfo;
  const url = transport === 'socketio' ? `http://127.0.0.1:${port}` : ddp.url;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, '--', url, transport], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect([code, output]).toEqual([0, 'closed closed\n']);
  await ddp.close();
  await io.close();
});

test('the error of an invalid option names it and the valid values', async () => {
  const wrong = connect({ url: 'http://127.0.0.1:1', transport: 'sse' as 'ddp' });
  await expect(wrong).rejects.toThrow(
    new PubSubError('option', 'transport: "sse" is not one of ddp, ddp-sockjs, socketio'),
  );
  await expect(connect({ url: '127.0.0.1:3000', transport: 'ddp' })).rejects.toThrow(
    'url: "127.0.0.1:3000" must be like http://127.0.0.1:3000',
  );
});
