import { expect } from 'vitest';
import type { Account } from '../accounts/account.ts';
import { cookieOf } from '../accounts/http-accounts.ts';
import { ask, freshAddress, type HttpRequest } from '../accounts/http-request.ts';
import { feature } from '../feature.ts';
import type { Subject } from '../subject.ts';

const foreign = ['http://evil.example', 'http://127.0.0.1:1', 'https://127.0.0.1.evil.example', 'null'];

type Asked = [path: string, request: HttpRequest & { method: string }];

/** What a page of another origin could have a browser send, with what the browser adds by itself. */
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

export const origins = feature('origins', (add) => {
  add('what a page of another origin has a browser send is refused, and changes nothing', async (subject) => {
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
  });

  add('what its own pages send is not', async (subject) => {
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

  add('its cookie is for its own server alone, and no script reads it', async (subject) => {
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
    // It lasts no longer than the session.
    const age_s = attributes.find((each) => each.startsWith('max-age='))?.slice('max-age='.length);
    const expires = attributes.find((each) => each.startsWith('expires='))?.slice('expires='.length);
    const lasts_s = age_s === undefined ? (Date.parse(expires ?? '') - Date.now()) / 1000 : Number(age_s);
    expect(lasts_s / 86_400).toBeGreaterThan(89);
    expect(lasts_s / 86_400).toBeLessThan(90.01);
  });

  add("a connection from another origin is nobody's, or none", async (subject) => {
    const ada = await subject.account();
    const listId = await ada.list();
    const { environment } = subject;
    const cookie = { Cookie: `mean_session=${ada.token}; meteor_session=${ada.token}` };
    for (const Origin of foreign) {
      const peer = await subject.peer({ headers: { ...cookie, Origin } }).catch(() => undefined);
      // DDP knows no cookie, and so takes connections from anywhere: each is a guest's until it shows a token.
      expect(peer === undefined, Origin).toBe(environment.stack === 'mean');
      if (peer === undefined) continue;
      expect((await peer.subscribe('lists.mine', {})).documents).toEqual([]);
      await expect(peer.call('lists.rename', { _id: listId, name: 'x' })).rejects.toMatchObject({
        code: 'not-found',
      });
    }
    const { origin } = new URL(subject.app.url);
    const own = await subject.peer({ headers: { ...cookie, Origin: origin } });
    const mine = await own.subscribe('lists.mine', {});
    expect(mine.documents.length).toBe(environment.stack === 'mean' ? 1 : 0);
  });
});
