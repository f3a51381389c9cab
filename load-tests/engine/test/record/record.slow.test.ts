import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { type SharedBrowser, startSharedBrowser } from './browser.ts';
import { type Recorded, record } from './command.ts';

const examples = join(import.meta.dirname, '../../examples');

let browser: SharedBrowser;
beforeAll(async () => {
  browser = await startSharedBrowser();
});
afterAll(() => browser.stop());

/** A page that speaks to an example's app of another origin, which serves no page. */
async function startExample(name: string): Promise<string> {
  const child = execFile(process.execPath, [join(examples, `${name}.js`), '0']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  return /listening on (http\S+)/.exec(String(line))?.[1] ?? '';
}

/** Socket.io serves its client itself: a page of that address may use it. */
const example = async (name: string, script: string): Promise<Recorded> => {
  const url = `${await startExample(name)}/socket.io/socket.io.js`;
  return record(
    browser,
    url,
    async (page) => {
      await page.addScriptTag({ url });
      await page.evaluate(`(async () => { ${script} })()`);
    },
    ['--try'],
  );
};

test('the example chat: every delivery comes', { timeout: 120_000 }, async () => {
  const { status, output, yaml } = await example(
    'chat',
    `const socket = io();
     await new Promise((resolve) => socket.on('connect', resolve));
     for (const text of ['hello', 'how are you']) {
       socket.emit('chat message', text);
       await new Promise((resolve) => socket.once('chat message', resolve));
     }`,
  );
  expect([status, output]).toEqual([
    0,
    expect.stringMatching(/every delivery came: 25 writes to 5 users, 125 deliveries/),
  ]);
  expect(yaml).toContain('ack: false');
});

test('the example rooms: a token, a namespace, and writers that join by calls of their own', {
  timeout: 120_000,
}, async () => {
  const { yaml, status, output } = await example(
    'rooms',
    `const socket = io('/rooms', { auth: { token: 'secret' } });
     await new Promise((resolve) => socket.on('connect', resolve));
     await socket.emitWithAck('join', 'lobby');
     await socket.emitWithAck('say', { room: 'lobby', id: 'x1Y2-z3A4b5C6', text: 'hello' });
     await new Promise((resolve) => setTimeout(resolve, 300));`,
  );
  expect([status, output]).toEqual([
    0,
    expect.stringMatching(/every delivery came: 25 writes to 5 users, 125 deliveries/),
  ]);
  const { config, scenarios } = parse(yaml);
  expect(yaml.replaceAll(/^#.*$/gm, '')).not.toMatch(/[^ ]secret/);
  expect(config.engines.pubsub).toEqual({
    ...{ transport: 'socketio', namespace: '/rooms', auth: { token: '{{ $env.AUTH_TOKEN }}' } },
    deliveries: [{ event: 'said', path: '0.id' }],
  });
  const join = { call: { name: 'join', params: ['lobby'] } };
  expect(scenarios[0].flow).toMatchObject([join, { publish: { call: 'say', before: [join] } }]);
});

test('the example feathers: every delivery comes', { timeout: 120_000 }, async () => {
  const { status, output } = await example(
    'feathers',
    `const socket = io();
     await new Promise((resolve) => socket.on('connect', resolve));
     await new Promise((resolve) => socket.emit('create', 'messages', { id: 'k3Jd-92mQx_81', text: 'hello' }, resolve));
     await new Promise((resolve) => setTimeout(resolve, 300));`,
  );
  expect([status, output]).toEqual([
    0,
    expect.stringMatching(/every delivery came: 25 writes to 5 users, 125 deliveries/),
  ]);
});
