import { known } from './calls.ts';
import type { Dice } from './dice.ts';
import { hostileValue, mangled } from './values.ts';

const methods = ['GET', 'GET', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'FOO'];

const list = known.lists[0];
const room = known.rooms[0];
const todo = known.todos[0];

/** Of both apps: what one hasn't it answers as any other address. */
const paths = [
  '/',
  '/lists/new',
  `/lists/${list}`,
  `/rooms/${room}`,
  '/nowhere',
  '/session',
  '/health',
  '/ready',
  '/api/lists',
  '/api/lists/mine',
  `/api/lists/${list}`,
  `/api/lists/${list}/todos`,
  `/api/lists/${list}/members/ada`,
  `/api/todos/${todo}`,
  '/api/rooms',
  `/api/rooms/${room}/messages`,
  `/api/rooms/${room}/messages?limit=-1`,
  `/api/rooms/${room}/messages?before=x,y&before=z`,
  '/api/accounts',
  '/api/account',
  '/api/account/password',
  '/api/session',
  '/api/sessions',
  '/socket.io/?EIO=4&transport=polling',
  '/socket.io/?EIO=3&transport=polling&j=0',
  '/socket.io/?EIO=4&transport=polling&sid=nobody',
  '/sockjs/info',
  '/sockjs/1/somebody/xhr',
  '/../../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '//evil.example/',
  '/%00',
  '/%E0%A4%A',
  `/${'x'.repeat(9000)}`,
];

const headers = [
  'Origin: https://evil.example',
  'Origin: null',
  'Host: evil.example',
  'Cookie: mean_session=x; meteor_session=%00; a=\x01',
  'X-Forwarded-For: 1.2.3.4, ::1, x',
  'X-Forwarded-Proto: https',
  'Content-Encoding: gzip',
  'Expect: 100-continue',
  'If-None-Match: *',
  'Range: bytes=0-1,2-3,-9',
  'Accept-Encoding: *;q=x',
  `X-Long: ${'y'.repeat(20_000)}`,
];

/** A request as it is written into a connection, with mistakes in it, and whether it ends where it says. */
export function requestOf(dice: Dice): { text: string; isWhole: boolean } {
  const method = dice.pick(methods);
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? bodyOf(dice) : '';
  const length = dice.chance(0.95) ? Buffer.byteLength(body) : dice.pick([-1, 0, 1, 1e12]);
  const type = dice.pick([
    'application/json',
    'application/json; charset=x',
    'text/plain',
    'multipart/form-data',
  ]);
  const text = [
    `${method} ${dice.pick(paths)} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(dice.chance(0.3) ? [dice.pick(headers)] : []),
    ...(body === '' ? [] : [`Content-Type: ${type}`, `Content-Length: ${length}`]),
    '',
    body,
  ].join('\r\n');
  if (dice.chance(0.05)) return { text: mangled(text, dice), isWhole: false };
  return { text, isWhole: body === '' || length === Buffer.byteLength(body) };
}

function bodyOf(dice: Dice): string {
  const fields = [
    '_id',
    'name',
    'text',
    'done',
    'private',
    'username',
    'password',
    'oldPassword',
    'nickname',
  ];
  const body: Record<string, unknown> = {};
  for (let n = dice.below(4); n >= 0; n--) body[dice.pick(fields)] = hostileValue(dice);
  const json = JSON.stringify(dice.chance(0.1) ? hostileValue(dice) : body) ?? '';
  return dice.chance(0.1) ? mangled(json, dice) : json;
}
