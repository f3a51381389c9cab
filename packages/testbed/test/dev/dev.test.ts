import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { connect } from '@meteor-vs-mean/pubsub-client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Mongo, startMongo } from '../../src/mongo/index.ts';
import { freePort, listen } from '../../src/process/index.ts';
import { type SaidLines, saidLines } from '../process/said-lines.ts';

const script = fileURLToPath(new URL('../../src/dev/dev.ts', import.meta.url));
let mongo: Mongo;

beforeAll(async () => {
  mongo = await startMongo({ url: '' });
});
afterAll(() => mongo?.stop());

interface Run extends SaidLines {
  child: ChildProcess;
}

function dev(...args: string[]): Run {
  const child = spawn(process.execPath, [script, '--no-meteor', ...args], {
    env: { ...process.env, MONGO_URL: mongo.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = saidLines(child, 'dev');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await said.ended;
  });
  return { child, ...said };
}

/** Server-sent events, one after the other. */
async function* eventsOf(url: string): AsyncGenerator<{ event: string; data: Record<string, unknown> }> {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const { body } = await fetch(`${url}/events`, { signal: stop.signal });
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const one of events) {
      const [, event = '', data = '{}'] = /^event: (.*)\ndata: (.*)$/.exec(one) ?? [];
      yield { event, data: JSON.parse(data) };
    }
  }
}

async function crossing(events: ReturnType<typeof eventsOf>, what: string): Promise<Record<string, unknown>> {
  for (let next = await events.next(); !next.done; next = await events.next()) {
    const { event, data } = next.value;
    if (event === 'crossing' && String(data.what).startsWith(what)) return data;
  }
  throw new Error(`No change '${what}' was announced`);
}

describe.each([
  ['npm run dev', []],
  ['npm start', ['--production']],
])('%s, MEAN alone', (_, args) => {
  test('serves the app and the page, tells what changes, and leaves nothing behind', {
    timeout: 240_000,
  }, async () => {
    const [meanPort, pagePort] = [await freePort(), await freePort()];
    const { child, lines, line, ended } = dev(
      ...args,
      '--mean-port',
      String(meanPort),
      '--port',
      String(pagePort),
    );
    const app = `http://127.0.0.1:${meanPort}`;
    const page = `http://127.0.0.1:${pagePort}`;
    await line(/Ctrl-C stops all/);
    expect(lines).toEqual(expect.arrayContaining([`MEAN          ${app}`, `Side by side  ${page}`]));

    const html = await fetch(`${app}/lists/anything`).then((answer) => answer.text());
    expect(html).toContain('<app-root');
    expect(await fetch(page).then((answer) => answer.text())).toContain('What is measured');

    const events = eventsOf(page);
    const setup = await events.next();
    expect(setup.value).toMatchObject({
      event: 'setup',
      data: {
        apps: [{ name: 'mean', url: app }],
        missing: [{ title: 'Meteor', reason: '--no-meteor' }],
      },
    });
    const person = await connect({ url: app, transport: 'socketio' });
    onTestFinished(() => person.close());
    const name = `Groceries ${pagePort}`;
    await person.call('lists.insert', { _id: `list-${pagePort}`, name });
    expect(await crossing(events, `List added: ${name}`)).toMatchObject({
      since: 'stored',
      after_ms: { mean: expect.any(Number) },
    });
    const written = await fetch(`${page}/write?through=mean`, { method: 'POST' });
    expect(await written.json()).toEqual({ path: '/lists/side-by-side' });
    expect(await crossing(events, 'Todo added: Written through MEAN')).toMatchObject({
      since: 'sent',
      through: 'mean',
    });

    child.kill('SIGINT');
    expect(await ended).toBe(0);
    const server = lines.map((text) => /MEAN server .* on (http:\S+)/.exec(text)?.[1]).find(Boolean) ?? app;
    for (const url of [app, page, server]) await expect(fetch(url)).rejects.toThrow('fetch failed');
  });
});

test('a taken port is said before anything is built', async () => {
  const server = createServer();
  const port = await listen(server);
  const { lines, ended } = dev('--port', String(port), '--mean-port', String(await freePort()));
  expect(await ended).toBe(1);
  server.close();
  expect(lines.at(-1)).toBe(
    `dev: Port ${port} is taken: stop what listens there (lsof -i :${port}), or choose another one with --port.`,
  );
});

test('one port for two is said before anything is built', async () => {
  const port = String(await freePort());
  const { lines, ended } = dev('--production', '--port', port, '--mean-port', port);
  expect(await ended).toBe(1);
  expect(lines.at(-1)).toBe(
    `dev: --mean-port and --port are both ${port}: choose another one for one of them`,
  );
});

test('a page of somebody else may not write through ours', async () => {
  const [meanPort, pagePort] = [await freePort(), await freePort()];
  const { line } = dev('--production', '--mean-port', String(meanPort), '--port', String(pagePort));
  await line(/Ctrl-C stops all/);
  const answer = await fetch(`http://127.0.0.1:${pagePort}/write?through=mean`, {
    method: 'POST',
    headers: { origin: 'http://example.com' },
  });
  expect(answer.status).toBe(400);
});
