import { expect, test } from 'vitest';
import {
  accountNameIn,
  ContractError,
  canonicalPath,
  channelOf,
  fromWire,
  logIn,
  methods,
  nickname,
  parse,
  publications,
  type Query,
  queryOf,
  roleOn,
  signUp,
  suffices,
  todoText,
  toWire,
} from '../src/index.ts';

test('text is trimmed before its length is measured', () => {
  const { input } = methods['todos.insert'];
  const todo = { _id: 'a', listId: 'l', text: `  ${'x'.repeat(500)}  ` };
  expect(parse(input, todo, 'todos.insert').text).toHaveLength(500);
});

test.for([
  ['blank text', { _id: 'a', listId: 'l', text: '   ' }, 'text'],
  ['an id with a dot', { _id: 'a.b', listId: 'l', text: 'x' }, '_id: may only contain letters'],
  ['an id that is an operator', { _id: { $ne: null }, listId: 'l', text: 'x' }, '_id'],
  ['an unknown field', { _id: 'a', listId: 'l', text: 'x', done: true }, 'done'],
  ['half of a surrogate pair', { _id: 'a', listId: 'l', text: 'x\ud800' }, 'surrogate'],
  ['text of invisible characters', { _id: 'a', listId: 'l', text: '\u200b\u3164\u2060' }, 'text'],
  ['nothing', undefined, 'todos.insert'],
] as const)('%s is rejected, and the error names the field', ([, input, named]) => {
  const attempt = () => parse(methods['todos.insert'].input, input, 'todos.insert');
  expect(attempt).toThrow(ContractError);
  expect(attempt).toThrow(named);
});

test('text with an invisible character among visible ones is kept unchanged', () => {
  const text = 'fa\u200dmily \u{1F468}\u200d\u{1F469}';
  expect(parse(methods['todos.insert'].input, { _id: 'a', listId: 'l', text }, '').text).toBe(text);
});

test.for([
  ['/', '/'],
  ['', '/'],
  ['//', '/'],
  ['/LISTS/Abc', '/lists/Abc'],
  ['//Lists//Abc/', '/lists/Abc'],
  ['/lists/NEW/Private', '/lists/new/private'],
  ['/rooms/NEW', '/rooms/NEW'],
  ['/LogIn/', '/login'],
  ['/Nowhere/At/All/', '/Nowhere/At/All'],
] as const)('%s is the page %s', ([path, page]) => {
  expect(canonicalPath(path)).toBe(page);
});

test('an unknown publication is a 404, and so is a property that every object has', () => {
  for (const name of ['todos.none', 'constructor', '__proto__']) {
    expect(() => queryOf(name, {})).toThrow(`Subscription '${name}' not found`);
  }
});

test('a value without fields is not accepted as an object without fields', () => {
  for (const value of [new Date(0), new Date(Number.NaN), new Uint8Array(), /x/]) {
    expect(() => queryOf('lists.all', value)).toThrow('expected an object with fields');
  }
  expect(queryOf('lists.all', Object.create(null))).toBeDefined();
});

test('subscriptions to the same query share a channel, and others do not', () => {
  const channel = (limit: number) =>
    channelOf('messages.byRoom', queryOf('messages.byRoom', { limit, roomId: 'r' }) as Query);
  expect(channel(50)).toBe('messages.byRoom:r:50');
  expect(channel(10)).not.toBe(channel(50));
  expect(channelOf('lists.all', queryOf('lists.all', undefined) as Query)).toBe('lists.all');
});

test('each account has its own channel for private lists, and a guest has none', () => {
  const channel = (userId: string) => channelOf('lists.mine', queryOf('lists.mine', {}, userId) as Query);
  expect(channel('ann')).not.toBe(channel('bob'));
  expect(queryOf('lists.mine', {})).toBeUndefined();
});

test('a rule names a field of the input', () => {
  for (const [name, { may, input }] of Object.entries(methods)) {
    if ('list' in may) expect(input.shape, name).toHaveProperty(may.list);
    if ('todo' in may) expect(input.shape, name).toHaveProperty(may.todo);
  }
  for (const [name, { may, params }] of Object.entries(publications)) {
    if ('list' in may) expect(params.shape, name).toHaveProperty(may.list);
  }
});

test('public lists, private lists, todos and rooms each have a limit', () => {
  const { atMost } = methods['lists.insert'];
  const list = { _id: 'a', name: 'x' };
  expect(atMost?.(list, 'ann')).toMatchObject({ filter: { owner: null }, most: 1000 });
  expect(atMost?.({ ...list, private: true }, 'ann')).toMatchObject({ filter: { owner: 'ann' }, most: 100 });
  expect(methods['todos.insert'].atMost?.({ _id: 'a', listId: 'l', text: 'x' }, undefined)).toMatchObject({
    in: 'todos',
    filter: { listId: 'l' },
    most: 5000,
  });
  expect(methods['rooms.insert'].atMost?.({ _id: 'a', name: 'x' }, undefined)?.most).toBe(1000);
});

test.for(['\u2800', '\ufffc', '\u{1d159}', '\u{16fe4}', '\ue000', '\u0301'])(
  '%j alone is not accepted as text',
  (text) => {
    expect(todoText.safeParse(text).success).toBe(false);
    expect(nickname.safeParse(text).success).toBe(false);
  },
);

test('everybody owns a public list; a private one belongs to its owner and members', () => {
  expect(roleOn({}, undefined)).toBe('owner');
  const list = {
    owner: 'ann',
    members: [
      { _id: 'ann', username: 'Ann' },
      { _id: 'bob', username: 'Bob' },
    ],
  };
  expect(['ann', 'bob', 'eve', undefined].map((userId) => roleOn(list, userId))).toEqual([
    'owner',
    'member',
    undefined,
    undefined,
  ]);
  expect([suffices('owner', 'member'), suffices('member', 'member'), suffices('member', 'owner')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('signing up reports the invalid field; logging in does not reveal the rules for passwords', () => {
  const attempt = (username: string, password: string) => () =>
    parse(signUp, { username, password }, 'sign up');
  expect(attempt('ännä', 'long enough')).toThrow('username: may only contain letters from A to Z');
  expect(attempt('ann', 'short')).toThrow('password');
  expect(attempt('Ann.1', 'long enough')).not.toThrow();
  expect(parse(logIn, { username: 'ä', password: '' }, 'log in')).toEqual({ username: 'ä', password: '' });
});

test('documents survive the wire: dates stay dates, and text that looks like one stays text', () => {
  const document = { _id: 'a', text: '{"$date": 5}', done: false, createdAt: new Date(1234), none: null };
  const wire = JSON.parse(JSON.stringify(toWire(document)));
  expect(wire.createdAt).toEqual({ $date: 1234 });
  expect(fromWire(wire)).toEqual(document);
  expect(fromWire(JSON.parse(JSON.stringify(toWire([document, [document]]))))).toEqual([
    document,
    [document],
  ]);
});

test('an object with other fields besides a date is not a date', () => {
  expect(fromWire({ at: { $date: 5, zone: 'UTC' } })).toEqual({ at: { $date: 5, zone: 'UTC' } });
});

test('only a nickname that an account could have needs a lookup', () => {
  expect(['Ada', '  ada ', '\uff41\uff44\uff41'].map(accountNameIn)).toEqual(['Ada', 'ada', 'ada']);
  expect(accountNameIn('a\u200bda')).toBeDefined();
  expect(['writer 1', 'x', 'n'.repeat(31)].map(accountNameIn)).toEqual([undefined, undefined, undefined]);
});

test('invisible characters in a nickname do not hide its likeness to an account’s name', () => {
  for (const unseen of [
    '\u200b',
    '\u00ad',
    '\u3164',
    '\u115f',
    '\u2800',
    '\ufe0f',
    '\u{e0041}',
    '\u{e0100}',
  ]) {
    expect([`ad${unseen}a`, `${unseen}ada`, `ada ${unseen}`].map(accountNameIn)).toEqual([
      'ada',
      'ada',
      'ada',
    ]);
  }
});

test('a nickname may not change the direction of the text after it', () => {
  const message = { _id: 'm', roomId: 'r', text: 'x' };
  const send = (nickname: string) => parse(methods['messages.send'].input, { ...message, nickname }, '');
  for (const turning of ['\u202e', '\u202b', '\u2067', '\u2069']) {
    expect(() => send(`${turning}ada`)).toThrow('direction');
  }
  expect(send('\u05d0\u05d3\u05d4\u200f').nickname).toBe('\u05d0\u05d3\u05d4\u200f');
});

test('the error of an invalid input is short, however many fields are wrong', () => {
  const fields = Object.fromEntries(Array.from({ length: 7500 }, (_, n) => [`field-${n}`, 1]));
  const attempt = () => parse(methods['todos.setDone'].input, fields, 'todos.setDone');
  expect(attempt).toThrow(expect.objectContaining({ message: expect.stringMatching(/^todos.{400,600}$/) }));
});

test('bytes pass through the wire unchanged', () => {
  const bytes = new Uint8Array(3);
  expect(fromWire({ bytes }).bytes).toBe(bytes);
});

test('an input that is nested too deeply is rejected without reading all of it', () => {
  let value: unknown = 1;
  for (let depth = 0; depth < 5000; depth++) value = [value];
  expect(() => fromWire(value)).toThrow('nested too deeply');
});
