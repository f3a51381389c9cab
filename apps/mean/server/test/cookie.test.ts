import { createHash } from 'node:crypto';
import { limits, type User } from '@meteor-vs-mean/contract';
import { type Mongo, startMongo } from '@meteor-vs-mean/mongo';
import { hash } from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attempts } from '../src/accounts/throttle.ts';
import { Person } from './accounts-client.ts';
import { startApp, type TestApp } from './app.ts';

let mongo: Mongo;
let server: TestApp;

const many = { count: 1000, per_ms: 60_000 };
beforeAll(async () => {
  mongo = await startMongo();
  server = await startApp(mongo, {
    origins: ['https://example.org'],
    forwardedCount: 1,
    attempts: { ...attempts, signUpsPerAddress: many, loginsPerAddress: many },
  });
});
afterAll(async () => {
  await server?.stop();
  await mongo?.stop();
});

const users = () => server.db.collection<User>('users');
const digest = (password: string) => createHash('sha256').update(password).digest('hex');

describe('an account', () => {
  test('is stored as Meteor stores it, and its session opens with the cookie', async () => {
    const ada = new Person(server);
    expect((await ada.ask('GET', '/api/account')).body).toBeNull();
    const made = await ada.ask('POST', '/api/accounts', { username: 'Ada', password: 'correct horse' });
    const userId = expect.stringMatching(/^[23456789A-Za-z]{17}$/);
    expect([made.status, made.body]).toEqual([201, { userId, username: 'Ada' }]);
    const day_s = 24 * 60 * 60;
    expect(made.setCookie).toMatch(
      new RegExp(
        `^mean_session=[\\w-]{43}; Max-Age=${limits.session_days * day_s}; Path=/; Expires=[^;]+; HttpOnly; SameSite=Lax$`,
      ),
    );
    expect((await ada.ask('GET', '/api/account')).body).toEqual(made.body);

    const token = ada.cookie?.split('=')[1] as string;
    const stored = await users().findOne({ username: 'Ada' });
    expect(stored).toEqual({
      _id: userId,
      createdAt: expect.any(Date),
      username: 'Ada',
      services: {
        password: { argon2: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) },
        resume: {
          loginTokens: [
            { when: expect.any(Date), hashedToken: createHash('sha256').update(token).digest('base64') },
          ],
        },
      },
    });
  });

  test('is logged in to whatever the case of its name, and out of, here or everywhere', async () => {
    await Person.signedUp(server, 'Bob', 'bobs password');
    const [here, there] = [new Person(server), new Person(server)];
    for (const person of [here, there]) {
      const { status, body } = await person.ask('POST', '/api/session', {
        username: 'bOB',
        password: 'bobs password',
      });
      expect([status, body]).toEqual([200, { userId: expect.any(String), username: 'Bob' }]);
    }
    const old = here.cookie;
    const { status, setCookie } = await here.ask('DELETE', '/api/session');
    expect([status, setCookie]).toEqual([
      204,
      expect.stringMatching(/^mean_session=;.* Expires=Thu, 01 Jan 1970/),
    ]);
    here.cookie = old;
    expect((await here.ask('GET', '/api/account')).body).toBeNull();
    expect(await here.try('DELETE', '/api/session')).toEqual([403, 'not-authorized']);
    expect((await there.ask('GET', '/api/account')).body).toMatchObject({ username: 'Bob' });
    expect(await there.try('DELETE', '/api/sessions')).toEqual([204]);
    const bob = await users().findOne({ username: 'Bob' });
    expect(bob?.services?.resume?.loginTokens).toEqual([]);
  });

  test('changes its password, which ends its other sessions', async () => {
    const here = await Person.signedUp(server, 'cora', 'old password');
    const there = new Person(server);
    await there.ask('POST', '/api/session', { username: 'cora', password: 'old password' });
    const change = (oldPassword: string, newPassword: string) =>
      here.try('PUT', '/api/account/password', { oldPassword, newPassword });
    expect(await change('wrong password', 'new password')).toEqual([403, '403']);
    expect(await change('old password', 'short')).toEqual([400, 'validation-error']);
    expect(await change('old password', 'new password')).toEqual([204]);
    expect((await here.ask('GET', '/api/account')).body).toMatchObject({ username: 'cora' });
    expect((await there.ask('GET', '/api/account')).body).toBeNull();
    const logIn = (password: string) => there.try('POST', '/api/session', { username: 'cora', password });
    expect(await logIn('old password')).toEqual([403, '403']);
    expect(await logIn('new password')).toEqual([200]);
  });

  test('has a name that is taken in any case, however many sign up at once', async () => {
    const names = Array.from({ length: 20 }, (_, k) =>
      [...'evelyn'].map((c, at) => ((k >> at) & 1 ? c.toUpperCase() : c)).join(''),
    );
    const answers = await Promise.all(
      names.map((username) =>
        new Person(server).try('POST', '/api/accounts', { username, password: 'password' }),
      ),
    );
    expect(answers.sort()).toEqual([[201], ...Array(19).fill([403, '403'])]);
    expect(await users().countDocuments({ username: /^evelyn$/i })).toBe(1);
  });

  test('that was made with bcrypt is let in, and moved to argon2', async () => {
    const bcrypt = await hash(digest('an old password'), 4);
    await users().insertOne({
      _id: 'bcrypt',
      createdAt: new Date(),
      username: 'old',
      services: { password: { bcrypt } },
    });
    const logIn = (password: string) =>
      new Person(server).try('POST', '/api/session', { username: 'old', password });
    expect(await logIn('not that')).toEqual([403, '403']);
    expect(await logIn('an old password')).toEqual([200]);
    const moved = await users().findOne({ _id: 'bcrypt' });
    expect(moved?.services?.password).toEqual({ argon2: expect.stringMatching(/^\$argon2id/) });
    expect(await logIn('an old password')).toEqual([200]);
  });

  test.each([
    ['no services', undefined],
    ['no password', {}],
    ['no hash', { password: {} }],
    ['a hash of unknown kind', { password: { scrypt: 'x' } }],
    ['a hash that is none', { password: { argon2: 'argon2' } }],
    ['a broken hash', { password: { argon2: '$argon2id$v=19$m=19456,t=2,p=1$AA' } }],
    ['a hash that isn’t text', { password: { argon2: 1, bcrypt: {} } }],
  ])('with %s is refused as a wrong password is', async (kind, services) => {
    const username = `odd-${createHash('sha256').update(kind).digest('hex').slice(0, 8)}`;
    await users().insertOne({ _id: username, createdAt: new Date(), username, services } as User);
    const refusal = await new Person(server).ask('POST', '/api/session', { username, password: 'password' });
    expect([refusal.status, refusal.body]).toEqual([
      403,
      { error: { code: '403', message: 'Wrong name or password' } },
    ]);
    expect(server.logged).toEqual([]);
  });
});

describe('a refusal', () => {
  test('says what is wrong with a sign-up, and not what with a log-in', async () => {
    const guest = new Person(server);
    for (const body of [
      { username: 'a', password: 'password' },
      { username: 'a b', password: 'password' },
      { username: 'ädä', password: 'password' },
      { username: 'dora', password: 'short' },
      { username: 'dora', password: 'x'.repeat(129) },
      { username: 'dora' },
      { username: { $gt: '' }, password: 'password' },
      { username: 'dora', password: 'password', isAdmin: true },
      [],
      undefined,
    ]) {
      expect(await guest.try('POST', '/api/accounts', body)).toEqual([400, 'validation-error']);
    }
    await Person.signedUp(server, 'frida', 'fridas password');
    const wrong = { error: { code: '403', message: 'Wrong name or password' } };
    for (const body of [
      { username: 'frida', password: 'wrong password' },
      { username: 'nobody', password: 'fridas password' },
      { username: '', password: '' },
      { username: 'fri\u200bda', password: 'fridas password' },
    ]) {
      expect((await guest.ask('POST', '/api/session', body)).body).toEqual(wrong);
    }
    expect(await guest.try('POST', '/api/session', { username: { $gt: '' }, password: 'x' })).toEqual([
      400,
      'validation-error',
    ]);
  });

  test('comes to guests for what needs a session', async () => {
    const guest = new Person(server);
    for (const [method, path, body] of [
      ['DELETE', '/api/session'],
      ['DELETE', '/api/sessions'],
      ['PUT', '/api/account/password', { oldPassword: 'password', newPassword: 'password' }],
      ['DELETE', '/api/account', { password: 'password' }],
    ] as const) {
      expect([path, ...(await guest.try(method, path, body))]).toEqual([path, 403, 'not-authorized']);
    }
    guest.cookie = 'mean_session=%zz; mean_session=guessed';
    expect((await guest.ask('GET', '/api/account')).body).toBeNull();
  });

  test('holds no password, nor does the log', async () => {
    const guest = new Person(server);
    const secret = 'hunter2-hunter2';
    const answers = [
      await guest.ask('POST', '/api/session', `{"username":"ada","password":"${secret}" oops`),
      await guest.ask('POST', '/api/accounts', { username: '', password: secret }),
      await guest.ask('POST', `/api/session?password=${secret}`, { username: 'ada', password: secret }),
      await guest.ask('PUT', '/api/account/password', { oldPassword: secret, newPassword: [secret] }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(body)).not.toContain(secret);
    }
    expect(server.logged.join('\n')).not.toContain('hunter2');
  });
});

describe('the cookie', () => {
  test('is Secure if the request came over TLS, as the proxy in front says', async () => {
    await Person.signedUp(server, 'tess', 'password');
    const overTls = { 'x-forwarded-proto': 'https' };
    const { setCookie } = await new Person(server).ask(
      'POST',
      '/api/session',
      { username: 'tess', password: 'password' },
      overTls,
    );
    expect(setCookie).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
  });

  test('opens nothing for the pages of other origins', async () => {
    const olga = await Person.signedUp(server, 'olga');
    const host = new URL(server.url).host;
    for (const [origin, ...expected] of [
      [`http://${host}`, 200],
      [`https://${host}`, 200],
      ['https://example.org', 200],
      ['https://evil.example', 403, 'not-authorized'],
      ['http://127.0.0.1:1', 403, 'not-authorized'],
      [`http://${host}.evil.example`, 403, 'not-authorized'],
      ['null', 403, 'not-authorized'],
    ] as const) {
      expect([origin, ...(await olga.try('GET', '/api/account', undefined, { origin }))]).toEqual([
        origin,
        ...expected,
      ]);
    }
    const evil = { origin: 'https://evil.example' };
    const guest = new Person(server);
    expect(await guest.try('POST', '/api/session', { username: 'olga', password: 'x' }, evil)).toEqual([
      403,
      'not-authorized',
    ]);
    expect(await guest.try('POST', '/api/lists', { _id: 'evil', name: 'n' }, evil)).toEqual([
      403,
      'not-authorized',
    ]);
    expect(await guest.try('GET', '/api/lists', undefined, evil)).toEqual([200]); // public, and changes nothing
  });

  test('opens nothing once the session is past its age', async () => {
    const person = await Person.signedUp(server, 'ancient');
    const ago = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    const setWhen = (when: Date) =>
      users().updateOne({ username: 'ancient' }, { $set: { 'services.resume.loginTokens.0.when': when } });
    await setWhen(ago(limits.session_days - 1));
    expect((await person.ask('GET', '/api/account')).body).toMatchObject({ username: 'ancient' });
    await setWhen(ago(limits.session_days + 1));
    expect((await person.ask('GET', '/api/account')).body).toBeNull();
  });
});
