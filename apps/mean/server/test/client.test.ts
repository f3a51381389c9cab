import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send, startApp, type TestApp } from './app.ts';

let testbed: Testbed;
let server: TestApp;
let clientDir: string;

beforeAll(async () => {
  clientDir = await mkdtemp(path.join(tmpdir(), 'mean-client-'));
  testbed = await openTestbed();
  server = await startApp(testbed, { clientDir });
});
afterAll(async () => {
  await server?.stop();
  await testbed?.close();
  await rm(clientDir, { recursive: true });
});

const get = (address: string) => fetch(server.url + address);

test('says how to build the client if it isn’t built', async () => {
  const response = await get('/');
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('npm run build --workspace @meteor-vs-mean/mean-client');
});

test('lets browsers revalidate pages, and cache hashed files for good', async () => {
  await writeFile(path.join(clientDir, 'index.html'), '<title>App</title>');
  await writeFile(path.join(clientDir, 'main-ABCD_1-2.js'), `/* ${'long '.repeat(1000)} */`);
  await writeFile(path.join(clientDir, 'robots.txt'), 'hello');
  for (const page of ['/', '/lists/abc', '/rooms/x', '/what/ever']) {
    const response = await get(page);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toBe('<title>App</title>');
  }
  const script = await fetch(`${server.url}/main-ABCD_1-2.js`, { headers: { 'accept-encoding': 'br' } });
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(script.headers.get('content-encoding')).toBe('br');
  expect((await get('/robots.txt')).headers.get('cache-control')).toBe('no-cache');
});

test('returns the right status for a failed request of a file', async () => {
  await writeFile(path.join(clientDir, 'few.txt'), 'few');
  const ask = (headers: Record<string, string>) => fetch(`${server.url}/few.txt`, { headers });
  for (const [headers, status] of [
    [{ range: 'bytes=100-200' }, 416],
    [{ 'if-match': '"another"' }, 412],
    [{ range: 'bytes=0-1' }, 206],
  ] as const) {
    const response = await ask(headers);
    expect([headers, response.status]).toEqual([headers, status]);
    if (status === 206) continue;
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

test.each([
  ['/LISTS/Abc', '/lists/Abc'],
  ['/rooms/x/', '/rooms/x'],
  ['//lists///x?a=1', '/lists/x?a=1'],
  ['//evil.example', '/evil.example'],
  ['//evil.example/..//', '/evil.example/..'],
  ['//\\evil.example/', '/%5Cevil.example'],
])('redirects %s to the page’s canonical path', async (address, location) => {
  // fetch would normalise such an address first.
  const status = await new Promise((resolve, reject) => {
    const asked = request(server.url, { path: address }, (response) => {
      response.resume();
      resolve([response.statusCode, response.headers.location]);
    });
    asked.on('error', reject).end();
  });
  expect(status).toEqual([308, location]);
});

test('returns 404 for a missing file and for a path without a page', async () => {
  for (const address of ['/main-OLD00000.js', '/favicon.ico', '/api/nothing', '/../package.json']) {
    expect([address, (await get(address)).status]).toEqual([address, 404]);
  }
});

test('returns 404 for an absolute URL in the request line, which is no page', async () => {
  const status = await new Promise((resolve, reject) => {
    const asked = request(server.url, { path: 'http://elsewhere/what/ever' }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', reject).end();
  });
  expect(status).toBe(404);
});

test('the empty page is sent unchanged to service workers, and its own inline parts are allowed', async () => {
  const built =
    '<style nonce="nonce-of-the-response">p{}</style><script src="/main-1.js" type="module" nonce="nonce-of-the-response"></script><script nonce="nonce-of-the-response">go()</script>';
  await writeFile(path.join(clientDir, 'index.html'), built);
  const response = await get('/index.html?ngsw-cache-bust=1');
  expect(await response.text()).toBe(built);
  const policy = response.headers.get('content-security-policy') ?? '';
  const hashes = ['p{}', 'go()'].map((text) => createHash('sha256').update(text).digest('base64'));
  expect(policy).toContain(`script-src 'self' 'sha256-${hashes[0]}' 'sha256-${hashes[1]}'`);
  expect(policy).not.toContain('nonce-');
});

test('reports its pages’ build over a connection', async () => {
  const client = await server.connect();
  expect(await send(client, 'build')).toEqual({ result: 'main-1.js' });
});
