import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { claimPort, isRunning, listen } from '../../src/process/index.ts';

const script = fileURLToPath(new URL('../../src/dev/serve.ts', import.meta.url));

async function serve(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const run = promisify(execFile)(process.execPath, [script, ...args]);
  return run.then(
    (output) => ({ code: 0, ...output }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

test('help names the ports, the modes and the folder of the data', async () => {
  const { code, stdout } = await serve('--help');
  expect(code).toBe(0);
  expect(stdout).toMatch(/meteor 3000, mean 3100/);
  expect(stdout).toMatch(/mean: changestream, emit/);
  expect(stdout).toMatch(/meteor: sockjs, uws/);
  expect(stdout).toMatch(/kept in \S+\.data\/mongo/);
});

test.each([
  [[], 'serve: Name one stack to serve: npm run serve -- meteor|mean|smallest|smallest-meteor|echo\n'],
  [['rails'], 'serve: there is no stack "rails"; known are meteor, mean, smallest, smallest-meteor, echo\n'],
  [['mean', '--mode', 'oplog'], "serve: MEAN has no mode 'oplog': choose changestream or emit.\n"],
  [
    ['mean', '--server-transport', 'uws'],
    'serve: --server-transport: MEAN has nothing to choose: leave it out\n',
  ],
  [['mean', '--port', '70000'], 'serve: --port 70000: must be a whole number from 1 to 65535\n'],
])('%j is refused in one line', async (args, message) => {
  expect(await serve(...args)).toEqual({ code: 1, stdout: '', stderr: message });
});

test('a taken port is said, and no other one used', async () => {
  const server = createServer();
  const port = await listen(server);
  const { code, stderr } = await serve('mean', '--port', String(port));
  server.close();
  expect(code).toBe(1);
  expect(stderr).toBe(
    `serve: Port ${port} is taken: stop what listens there (lsof -i :${port}), or choose another one: npm run serve -- mean --port <number>.\n`,
  );
});

test('Meteor’s installer ends with what started it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'serve-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'npx'), '#!/bin/sh\necho pid $$\nsleep 600\n', { mode: 0o755 });
  const port = await claimPort(0, '');
  const child = spawn(process.execPath, [script, 'meteor', '--install', '--port', String(port)], {
    env: { ...process.env, PATH: `${folder}:/usr/bin:/bin`, HOME: folder, METEOR_BUNDLE: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let pid = 0;
  for await (const line of createInterface(child.stderr)) {
    pid = Number(/^pid (\d+)$/.exec(line)?.[1] ?? 0);
    if (pid > 0) break;
  }
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false);
});
