import { limits } from '@meteor-vs-mean/contract';
import { openTestbed, type Testbed } from '@meteor-vs-mean/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Person } from './accounts-client.ts';
import { startApp, type TestApp } from './app.ts';

let testbed: Testbed;
let server: TestApp;
beforeAll(async () => {
  testbed = await openTestbed();
  server = await startApp(testbed, { forwardedCount: 1 });
});
afterAll(() => testbed?.close());

test('a session’s cookie lasts as long as the session, and is Secure if the proxy reports TLS', async () => {
  const [person, account] = [new Person(server), { username: 'tess', password: 'long enough' }];
  const { setCookie } = await person.ask('POST', '/api/accounts', account);
  const maxAge_s = limits.session_days * 24 * 60 * 60;
  const begin = `^mean_session=[\\w-]{43}; Max-Age=${maxAge_s}; Path=/; Expires=[^;]+; HttpOnly; `;
  expect(setCookie).toMatch(new RegExp(`${begin}SameSite=Lax$`));
  const overTls = { 'x-forwarded-proto': 'https' };
  const again = await new Person(server).ask('POST', '/api/session', account, overTls);
  expect(again.setCookie).toMatch(new RegExp(`${begin}Secure; SameSite=Lax$`));
});
