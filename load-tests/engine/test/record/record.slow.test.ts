import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { type SharedBrowser, startSharedBrowser } from './browser.ts';
import { type Recorded, record } from './command.ts';

const examples = join(import.meta.dirname, '../../examples');
const capacity = join(import.meta.dirname, '../../src/capacity/main.ts');

let browser: SharedBrowser;
beforeAll(async () => {
  browser = await startSharedBrowser();
});
afterAll(() => browser.stop());

async function startExample(name: string): Promise<{ url: string; pid: number }> {
  const child = execFile(process.execPath, [join(examples, `${name}.js`), '0']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data');
  return { url: /listening on (http\S+)/.exec(String(line))?.[1] ?? '', pid: child.pid as number };
}

/** Of an app without a page. Socket.io serves its client itself: a page of that address may use it. */
const example = async (name: string, script: string): Promise<Recorded> => {
  const url = `${(await startExample(name)).url}/socket.io/socket.io.js`;
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

// The workshop's exercise 9.
test('the example chat: its page is recorded, every delivery comes, and its capacity is found', {
  timeout: 180_000,
}, async () => {
  const { url, pid } = await startExample('chat');
  const { file, status, output, yaml } = await record(
    browser,
    `${url}/`,
    async (page) => {
      for (const text of ['hello', 'how are you']) {
        await page.locator('input').fill(text);
        await page.getByRole('button').click();
        await page.getByText(text).waitFor();
      }
    },
    ['--try'],
  );
  expect([status, output]).toEqual([
    0,
    expect.stringMatching(/every delivery came: 25 writes to 5 users, 125 deliveries/),
  ]);
  expect(yaml).toContain('ack: false');
  const out = join(file, '../capacity');
  const level = ['--from', '5', '--most', '5', '--limit', '10000'];
  const search = ['--raise', 'writes', '--duration', '1', '--pid', String(pid), ...level];
  await promisify(execFile)(process.execPath, [capacity, file, ...search, '--out', out]);
  const { held, sentence } = JSON.parse(readFileSync(join(out, 'capacity.json'), 'utf8'));
  expect(held).toBe(5);
  expect(sentence).toMatch(
    /^One core of this app carries at least 5 writes a second with p99 under 10000 ms; /,
  );
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
