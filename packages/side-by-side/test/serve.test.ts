import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listen } from '@meteor-vs-mean/process';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../src/serve.ts', import.meta.url));

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
  [[], 'serve: Name one stack to serve: npm run serve -- meteor|mean|smallest|smallest-meteor\n'],
  [['rails'], 'serve: there is no stack "rails"; known are meteor, mean, smallest, smallest-meteor\n'],
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
