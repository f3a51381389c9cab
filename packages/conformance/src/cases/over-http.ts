import { expect } from 'vitest';
import { cookieOf } from '../accounts/http-accounts.ts';
import { ask, freshAddress } from '../accounts/http-request.ts';
import { feature } from '../feature.ts';
import type { Subject } from '../subject.ts';
import type { Fields } from '../wire.ts';

/** Each route with the id of a private list or one of its todos. */
const routes: [method: string, path: string, body?: Fields][] = [
  ['PATCH', '/lists/private', { name: 'x' }],
  ['DELETE', '/lists/private'],
  ['POST', '/lists/private/todos', { _id: 'intruder', text: 'x' }],
  ['PATCH', '/lists/private/todos', { done: true }],
  ['DELETE', '/lists/private/todos?done=true'],
  ['PATCH', '/todos/todo', { text: 'x' }],
  ['PATCH', '/todos/todo', { done: true }],
  ['DELETE', '/todos/todo'],
];

async function send(
  subject: Subject,
  token: string | undefined,
  method: string,
  path: string,
  body?: Fields,
) {
  const headers = token === undefined ? {} : cookieOf(token);
  const { status, text } = await ask(`${subject.app.url}/api${path}`, {
    method,
    headers,
    body,
    address: freshAddress(),
  });
  return { status, answer: text === '' ? undefined : JSON.parse(text) };
}

/** Ada's private list with one todo, shared with Ben. */
async function people(subject: Subject) {
  const [ada, ben, eve] = await Promise.all([subject.account(), subject.account(), subject.account()]);
  const writers = ada.writers();
  await writers.call('lists.insert', { _id: 'private', name: 'x', private: true });
  await writers.call('lists.share', { _id: 'private', username: ben.username });
  await writers.call('todos.insert', { _id: 'todo', listId: 'private', text: 'x' });
  return { ada, ben, eve };
}

/** MEAN also has its methods and publications as routes. */
export const overHttp = feature(
  'private lists over HTTP',
  (add) => {
    add("for strangers and guests it doesn't exist", async (subject) => {
      const { eve } = await people(subject);
      const stored = async () => [await subject.stored('lists'), await subject.stored('todos')];
      const before = await stored();
      for (const token of [eve.token, undefined]) {
        expect(await send(subject, token, 'GET', '/lists')).toEqual({ status: 200, answer: [] });
        expect(await send(subject, token, 'GET', '/lists/private/todos')).toEqual({
          status: 200,
          answer: [],
        });
        for (const [method, path, body] of routes) {
          const answer = await send(subject, token, method, path, body);
          expect(answer, `${method} ${path}`).toMatchObject({
            status: 404,
            answer: { error: { code: 'not-found' } },
          });
        }
      }
      expect(await stored()).toEqual(before);
    });

    add('members can use it within their rights', async (subject) => {
      const { ada, ben } = await people(subject);
      for (const { token } of [ada, ben]) {
        expect(await send(subject, token, 'GET', '/lists/private/todos')).toMatchObject({
          status: 200,
          answer: [{ _id: 'todo' }],
        });
        expect(await send(subject, token, 'PATCH', '/todos/todo', { text: token.slice(0, 3) })).toMatchObject(
          {
            status: 204,
          },
        );
      }
      for (const [method, path, body] of routes.slice(0, 2)) {
        expect(await send(subject, ben.token, method, path, body)).toMatchObject({
          status: 403,
          answer: { error: { code: 'not-authorized' } },
        });
      }
      expect((await send(subject, ada.token, 'DELETE', '/lists/private')).status).toBe(204);
    });

    add('routes that need an account reject guests', async (subject) => {
      for (const [method, path, body] of [
        ['POST', '/lists', { _id: 'private', name: 'x', private: true }],
        ['DELETE', '/sessions', undefined],
        ['PUT', '/account/password', { oldPassword: 'open the door', newPassword: 'open the door' }],
        ['DELETE', '/account', { password: 'open the door' }],
      ] as const) {
        for (const token of [undefined, 'no-such-session']) {
          const answer = await send(subject, token, method, path, body);
          expect(answer, `${method} ${path}`).toMatchObject({
            status: 403,
            answer: { error: { code: 'not-authorized' } },
          });
        }
      }
      expect(await send(subject, undefined, 'GET', '/account')).toEqual({ status: 200, answer: null });
    });
  },
  { stack: 'mean' },
);
