/** The command starts a browser itself. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findChromium } from '@meteor-vs-mean/testbed/chromium';
import { closeServer, listen } from '@meteor-vs-mean/testbed/process/port';
import { Server } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { main } from './command.ts';

/** An app whose page says hello by itself, since nobody can click in a browser without a window. */
async function startApp(answers = true) {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    ask();
    if (!answers) return;
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(
      `<!doctype html><script src="/socket.io/socket.io.js"></script><script>
       const socket = io(); socket.on('connect', () => socket.emit('hello', 'good morning', () => socket.emit('done')));
       </script>`,
    );
  });
  const io = new Server(server);
  const { promise: said, resolve } = Promise.withResolvers<void>();
  io.on('connection', (socket) => {
    socket.on('hello', (_text, answer) => answer('hi'));
    socket.on('done', () => resolve());
  });
  const port = await listen(server);
  onTestFinished(async () => {
    await io.close();
    await closeServer(server);
  });
  return { url: `http://127.0.0.1:${port}/`, asked, said };
}

async function start(url: string) {
  const found = await findChromium();
  if (found === undefined) throw new Error('There is no Chromium on this machine');
  const folder = temporaryFolder();
  const out = join(folder, 'recorded.yml');
  const child = spawn(process.execPath, [main, url, '--browser', found.path, '--out', out], {
    env: { ...process.env, ...found.env, TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stderr);
  const ended = once(child, 'close').then(([status]) => status);
  return { child, folder, out, lines, ended };
}

/** What a browser with a profile in that folder left. */
function leftIn(folder: string): string[] {
  const programs = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  return [
    ...programs.filter((args) => args.includes(`--user-data-dir=${folder}`)),
    ...readdirSync(folder).filter((name) => name.startsWith('pubsub-record-')),
  ];
}

test('Ctrl-C ends the recording: the file is written, and nothing is left', async () => {
  const { url, said } = await startApp();
  const { child, folder, out, lines, ended } = await start(url);
  const [line] = await once(lines, 'line');
  expect(line).toBe(`recording ${url}: use the app, then close the page or press Ctrl-C here`);
  await said;
  expect(leftIn(folder).length).toBeGreaterThan(1);
  child.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(readFileSync(out, 'utf8')).toContain('call: { name: hello, params: ["good morning {{ $vu }}"] }');
  expect(leftIn(folder)).toEqual([]);
});

test('Ctrl-C ends the wait for a page that never comes: one line, 1, and nothing is left', async () => {
  const { url, asked } = await startApp(false);
  const { child, folder, out, lines, ended } = await start(url);
  await expect.poll(() => leftIn(folder).length, { timeout: 20_000 }).toBeGreaterThan(1);
  const line = once(lines, 'line');
  await asked;
  child.kill('SIGINT');
  expect([await ended, await line]).toEqual([1, [`pubsub-record: ${url} had not answered when Ctrl-C came`]]);
  expect([existsSync(out), leftIn(folder)]).toEqual([false, []]);
});
