import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openTestbed } from '@meteor-vs-mean/testbed';
import { insertList } from '@meteor-vs-mean/testbed/apps';
import { mean, meteor, type Stack } from '@meteor-vs-mean/testbed/stacks';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../folder.ts';
import { runArtillery } from '../generator.ts';
import { type SharedBrowser, startSharedBrowser, usePage } from './browser.ts';

const main = join(import.meta.dirname, '../../src/record/main.ts');
const examples = join(import.meta.dirname, '../../examples');

let browser: SharedBrowser;
beforeAll(async () => {
  browser = await startSharedBrowser();
});
afterAll(() => browser.stop());

interface Recorded {
  file: string;
  yaml: string;
  status: number;
  output: string;
}

/** Types `pubsub-record <url> --cdp ... --try`, and uses the page until it is closed. */
async function record(
  url: string,
  act: (page: Page) => Promise<void>,
  more: string[] = [],
): Promise<Recorded> {
  const file = join(temporaryFolder(), 'recorded.yml');
  const child = spawn(process.execPath, [main, url, '--cdp', browser.devTools, '--out', file, ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const closed = once(child, 'close');
  await once(createInterface(child.stderr), 'line');
  await usePage(browser.devTools, url, act);
  const [status] = await closed;
  return { file, yaml: readFileSync(file, 'utf8'), status, output };
}

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
  const { yaml } = await example(
    'rooms',
    `const socket = io('/rooms', { auth: { token: 'secret' } });
     await new Promise((resolve) => socket.on('connect', resolve));
     await socket.emitWithAck('join', 'lobby');
     await socket.emitWithAck('say', { room: 'lobby', id: 'x1Y2-z3A4b5C6', text: 'hello' });
     await new Promise((resolve) => setTimeout(resolve, 300));`,
  );
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

const stacks: [Stack, string[]][] = [
  [mean, []],
  [meteor, ['--try']],
];
for (const [stack, more] of stacks) {
  const found = await stack.find();
  if (!found.found)
    console.log(`${stack.title} isn't recorded: ${found.reason}. To record it: ${found.remedy}.`);
  test.skipIf(!found.found)(
    `${stack.title}: its todo page, as a publish step`,
    { timeout: 900_000 },
    async () => {
      const build = await stack.build({ log: () => {} });
      await using testbed = await openTestbed();
      const app = await testbed.start(build, {
        seed: async (db) => void (await insertList(db, 'Lk4d-92mQx_81', [])),
      });
      const act = async (page: Page) => {
        const field = page.locator('.todoapp .new-todo');
        await page.getByTestId('connection').getByText('online').waitFor({ state: 'attached' });
        for (const [i, text] of ['Buy milk and bread', 'Walk the dog'].entries()) {
          await field.fill(text);
          await field.press('Enter');
          await page.locator('.todo-list li').nth(i).waitFor();
          await page.waitForTimeout(500);
        }
      };
      const { file, yaml, status, output } = await record(`${app.url}/lists/Lk4d-92mQx_81`, act, more);
      expect([status, output, yaml]).toEqual([0, expect.any(String), expect.stringContaining('publish:')]);
      const { config, scenarios } = parse(yaml);
      expect(config.variables).toMatchObject({ listId: 'Lk4d-92mQx_81' });
      expect(config.engines.pubsub.deliveries).toMatchObject([{ event: 'added' }]);
      expect(scenarios[0].flow.at(-1).publish.params).toEqual([
        { _id: '{{ $writeId }}', listId: '{{ listId }}', text: 'Buy milk and bread' },
      ]);
      if (more.length === 0) return; // MEAN's writers need `publish.before`
      const generator = runArtillery(['--variables', '{"duration":5}', file]);
      expect([await generator.ended, generator.output()]).toEqual([
        0,
        expect.stringMatching(/to 50 subscribers 1250 deliveries.* 0 lost/),
      ]);
    },
  );
}
