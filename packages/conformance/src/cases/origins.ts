import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Account } from '../accounts/account.ts';
import { cookieOf } from '../accounts/http-accounts.ts';
import { ask, freshAddress, type HttpRequest } from '../accounts/http-request.ts';
import { feature } from '../feature.ts';
import type { Subject } from '../subject.ts';

const foreign = ['http://evil.example', 'http://127.0.0.1:1', 'https://127.0.0.1.evil.example', 'null'];

type Asked = [path: string, request: HttpRequest & { method: string }];

/** What a page of another origin could make a browser send, with the browser's own headers. */
function requestsOf(subject: Subject, { username, password, token }: Account): Asked[] {
  if (subject.environment.stack === 'meteor') {
    return [
      ['/session', { method: 'POST', body: { token } }],
      ['/session', { method: 'DELETE', headers: { Cookie: `meteor_session=${token}` } }],
    ];
  }
  const headers = cookieOf(token);
  return [
    ['/api/accounts', { method: 'POST', body: { username: subject.id('ada'), password } }],
    ['/api/session', { method: 'POST', body: { username, password } }],
    ['/api/account', { method: 'GET', headers }],
    ['/api/lists', { method: 'POST', headers, body: { _id: subject.id('list'), name: 'x' } }],
    ['/api/lists', { method: 'POST', body: { _id: subject.id('list'), name: 'x' } }],
    [
      '/api/account/password',
      { method: 'PUT', headers, body: { oldPassword: password, newPassword: password } },
    ],
    ['/api/account', { method: 'DELETE', headers, body: { password } }],
    ['/api/session', { method: 'DELETE', headers }],
    ['/api/sessions', { method: 'DELETE', headers }],
  ];
}

function sendFrom(subject: Subject, origin: string, [path, request]: Asked) {
  const { url } = subject.app;
  const headers = { ...request.headers, Origin: origin };
  return ask(`${url}${path}`, { ...request, headers, address: freshAddress() });
}

interface Opening {
  path: string;
  method: string;
  isWebSocket: boolean;
}

/** Every way to open a connection from a page. */
function openingsOf({ environment }: Subject): Opening[] {
  if (environment.stack === 'mean') {
    return [
      { path: '/socket.io/?EIO=4&transport=polling', method: 'GET', isWebSocket: false },
      { path: '/socket.io/?EIO=4&transport=websocket', method: 'GET', isWebSocket: true },
    ];
  }
  return [
    { path: '/sockjs/info', method: 'GET', isWebSocket: false },
    { path: `/sockjs/123/${session()}/xhr`, method: 'POST', isWebSocket: false },
    { path: `/sockjs/123/${session()}/websocket`, method: 'GET', isWebSocket: true },
    { path: '/websocket', method: 'GET', isWebSocket: true },
  ];
}

/** A second request for a SockJS session would wait for data. */
function session(): string {
  return randomUUID().slice(0, 8);
}

/** Endpoints that answer with a script (JSONP), which bypasses `Origin`. */
function scriptsOf({ environment }: Subject): string[] {
  if (environment.stack === 'mean') {
    return ['j=0', '%6a=0', 'x=1&j='].map((query) => `/socket.io/?EIO=4&transport=polling&${query}`);
  }
  return ['jsonp?c=a', 'htmlfile?c=a'].map((path) => `/sockjs/123/abcdefgj/${path}`);
}

const handshake = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

function open(
  { app }: { app: { url: string } },
  { path, method, isWebSocket }: Opening,
  headers: Record<string, string>,
) {
  return ask(`${app.url}${path}`, { method, headers: { ...(isWebSocket ? handshake : {}), ...headers } });
}

export const origins = feature('origins', (add) => {
  add.guard(
    'origins',
    "a request caused by another origin's page is rejected, and changes nothing",
    async (subject) => {
      const ada = await subject.account();
      const before = await subject.stored('users');
      for (const origin of foreign) {
        for (const asked of requestsOf(subject, ada)) {
          const { status, headers } = await sendFrom(subject, origin, asked);
          expect(status, `${asked[1].method} ${asked[0]} from ${origin}`).toBe(403);
          expect(headers['set-cookie']).toBeUndefined();
        }
      }
      expect(await subject.stored('users')).toEqual(before);
      expect(await subject.stored('lists')).toEqual([]);
    },
  );

  add('requests of its own pages are accepted', async (subject) => {
    for (const method of ['POST', 'DELETE']) {
      const ada = await subject.account();
      const own = requestsOf(subject, ada).filter(
        ([path, request]) => /session$/.test(path) && request.method === method,
      );
      for (const asked of own) {
        const { status } = await sendFrom(subject, new URL(subject.app.url).origin, asked);
        expect(status, `${method} ${asked[0]}`).toBeLessThan(300);
      }
    }
  });

  add('its cookie is only for its own server, and no script can read it', async (subject) => {
    const ada = await subject.account();
    const begin = requestsOf(subject, ada).find(
      ([path, { method }]) => /session$/.test(path) && method === 'POST',
    );
    const { headers } = await sendFrom(subject, new URL(subject.app.url).origin, begin as Asked);
    const name = `${subject.environment.stack}_session=`;
    const cookie = headers['set-cookie']?.find((each) => each.startsWith(name)) ?? '';
    const attributes = cookie
      .split(/;\s*/)
      .slice(1)
      .map((each) => each.toLowerCase());
    expect(attributes).toEqual(expect.arrayContaining(['httponly', 'samesite=lax', 'path=/']));
    expect(attributes.filter((each) => each.startsWith('domain'))).toEqual([]);
    // It expires with the session.
    const age_s = attributes.find((each) => each.startsWith('max-age='))?.slice('max-age='.length);
    const expires = attributes.find((each) => each.startsWith('expires='))?.slice('expires='.length);
    const lasts_s = age_s === undefined ? (Date.parse(expires ?? '') - Date.now()) / 1000 : Number(age_s);
    expect(lasts_s / 86_400).toBeGreaterThan(89);
    expect(lasts_s / 86_400).toBeLessThan(90.01);
  });

  add.guard(
    'origins',
    'a connection from another origin is rejected, one without an origin is not',
    async (subject) => {
      const ada = await subject.account();
      const { environment } = subject;
      const cookie = { Cookie: `mean_session=${ada.token}; meteor_session=${ada.token}` };
      await ada.list();
      const own = new URL(subject.app.url).origin;
      for (const Origin of foreign) {
        for (const opening of openingsOf(subject)) {
          const { status } = await open(subject, opening, { ...cookie, Origin });
          expect(status, `${opening.path} from ${Origin}`).toBe(403);
        }
      }
      for (const headers of [{ ...cookie, Origin: own }, {}] as Record<string, string>[]) {
        for (const opening of openingsOf(subject)) {
          const { status } = await open(subject, opening, headers);
          expect(status, `${opening.path} from ${headers.Origin}`).toBeLessThan(300);
        }
      }
      for (const Origin of foreign) await expect(subject.peer({ headers: { Origin } })).rejects.toThrow();
      const peer = await subject.peer({ headers: { ...cookie, Origin: own } });
      const mine = await peer.subscribe('lists.mine', {});
      // DDP doesn't use cookies: the connection is a guest's until it sends a token.
      expect(mine.documents.length).toBe(environment.stack === 'mean' ? 1 : 0);
    },
  );

  add.guard('origins', 'no endpoint answers with a script, which any page could read', async (subject) => {
    for (const path of scriptsOf(subject)) {
      const { status } = await ask(`${subject.app.url}${path}`);
      expect(status, path).toBeGreaterThanOrEqual(400);
    }
  });

  add.guard(
    'origins',
    'pages of origins in ORIGINS may connect, by the listed host names',
    async (subject) => {
      const { url } = await subject.another({ ORIGINS: 'https://todos.example:8443,http://127.0.0.1:4200' });
      const allowed = { Origin: 'https://todos.example:8443' };
      await (await subject.peer({ url, headers: allowed })).subscribe('lists.all');
      // Another host name that points here is not this server's, whatever the page's origin.
      for (const [Host, isRefused] of [
        ['evil.example', true],
        ['evil.example:3100', true],
        ['todos.example:8443', false],
        ['127.0.0.1:3100', false],
        ['[::1]:3100', false],
        ['localhost:3100', false],
      ] as const) {
        for (const opening of [...openingsOf(subject), { path: '/', method: 'GET', isWebSocket: false }]) {
          const { status } = await open({ app: { url } }, opening, { Host });
          expect(status === 403, `${opening.path} at ${Host}: ${status}`).toBe(isRefused);
        }
      }
    },
  );
});
