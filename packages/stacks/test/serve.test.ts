import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
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
  expect(stdout).toMatch(/kept in \S+\.data\/mongo/);
});

test.each([
  [[], 'serve: Name one stack to serve: npm run serve -- meteor|mean\n'],
  [['rails'], "serve: There is no stack 'rails': choose meteor or mean.\n"],
  [['mean', '--mode', 'oplog'], "serve: MEAN has no mode 'oplog': choose changestream or emit.\n"],
  [['mean', '--port', '70000'], "serve: --port is '70000': it must be a whole number from 1 to 65535\n"],
])('%j is refused in one line', async (args, message) => {
  expect(await serve(...args)).toEqual({ code: 1, stdout: '', stderr: message });
});

test('a taken port is said, and no other one used', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const { code, stderr } = await serve('mean', '--port', String(port));
  server.close();
  expect(code).toBe(1);
  expect(stderr).toBe(
    `serve: Port ${port} is taken: stop what listens there (lsof -i :${port}), or choose another one: npm run serve -- mean --port <number>.\n`,
  );
});
