import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import msgpack from 'socket.io-msgpack-parser';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../../../packages/pubsub-client/test/certificate.ts';
import { readRun } from '../src/index.ts';
import { temporaryFolder } from './folder.ts';
import { runArtillery } from './generator.ts';
import { startNewsApp } from './news-app.ts';
import { newsScript, type Script } from './news-script.ts';

const servername = 'news.test';

/**
 * An app behind TLS that asks for a cookie, in a namespace and with another parser; and a script that knows all that.
 */
async function setUp(change: (pubsub: Script['config']['engines']['pubsub']) => void = () => {}) {
  const certificate = await makeCertificate(servername);
  const app = await startNewsApp(undefined, {
    tls: certificate,
    namespace: '/news',
    parser: msgpack,
    admits: ({ cookie, 'x-tenant': tenant }) => cookie === 'session=42' && tenant === 'times',
  });
  onTestFinished(() => app.close());
  const folder = temporaryFolder();
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, certificate.ca);
  const file = newsScript(app.url, folder, ({ config: { engines } }) => {
    Object.assign(engines.pubsub, {
      namespace: '/news',
      parser: 'socket.io-msgpack-parser',
      headers: { Cookie: 'session=42', 'X-Tenant': 'times' },
      tls: { ca, servername },
    });
    change(engines.pubsub);
  });
  return { app, out: join(folder, 'out'), generator: runArtillery([file]) };
}

test('subscribers and writers come through TLS, headers and a cookie to a namespace with another parser', async () => {
  const { app, out, generator } = await setUp();
  expect([await generator.ended, generator.output()]).toEqual([
    0,
    expect.stringContaining('180 seen, 0 lost'),
  ]);
  expect(readRun(out).deliveries).toBe(180);
  expect(app.items).toBe(30);
});

test.each<[string, (pubsub: Record<string, unknown>) => void, RegExp]>([
  [
    'a certificate that nobody vouches for',
    (pubsub) => {
      delete pubsub.tls;
    },
    /^pubsub: void, https:\/\/127\.0\.0\.1:\d+: websocket error: self-signed certificate.* \(config\.tls: \{ ca: <file> \} or .* or -k, accepts it\)/m,
  ],
  [
    'Socket.io’s own parser',
    (pubsub) => {
      delete pubsub.parser;
    },
    /^pubsub: void, .*the server closed the connection before it answered \(does it use another parser\?\)/m,
  ],
])('%s: one line with the cause, and Artillery exits with 1', async (_, change, line) => {
  const { generator } = await setUp(change);
  expect(await generator.ended).toBe(1);
  expect(generator.output()).toMatch(line);
});
