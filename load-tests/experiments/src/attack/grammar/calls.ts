import {
  type ContractError,
  fromWire,
  type MethodName,
  methodNames,
  methods,
  type PublicationName,
  parse,
  publicationNames,
  queryOf,
} from '@meteor-vs-mean/contract';
import type { Dice } from './dice.ts';
import { hostileValue } from './values.ts';

/** What a client asks of an app, whichever way it is carried. */
export type Call =
  | { kind: 'method'; name: string; input: unknown }
  | { kind: 'subscribe'; name: string; params: unknown }
  | { kind: 'unsubscribe'; subscription: unknown };

type Fields = Record<string, unknown>;
type Make = (dice: Dice) => unknown;

/** What every attack finds in the database. */
export const known = {
  lists: ['attack-list-0', 'attack-list-1', 'attack-list-2'],
  rooms: ['attack-room-0', 'attack-room-1'],
  todos: ['attack-todo-0', 'attack-todo-1', 'attack-todo-2'],
} as const;

const texts = [
  'milk',
  'bread',
  ' and butter ',
  'ümläut',
  '👩‍👩‍👧',
  'a'.repeat(500),
  '<b>bold</b>',
  '{{ 7 * 7 }}',
];

const fresh: Make = (dice) => `attack-${dice.below(1e9).toString(36)}`;
const list: Make = (dice) => dice.pick(known.lists);
const room: Make = (dice) => dice.pick(known.rooms);
const todo: Make = (dice) => dice.pick(known.todos);
const text: Make = (dice) => dice.pick(texts);
const flag: Make = (dice) => dice.chance(0.5);
const nickname: Make = (dice) => dice.pick(['ada', 'bob', 'Größe', 'x'.repeat(40)]);

/** A right input of each method: mistakes are put into it. */
const inputs: Record<MethodName, Record<string, Make>> = {
  'lists.insert': { _id: fresh, name: text },
  'lists.rename': { _id: list, name: text },
  'lists.remove': { _id: fresh },
  'lists.share': { _id: list, username: nickname },
  'lists.unshare': { _id: list, username: nickname },
  'todos.insert': { _id: fresh, listId: list, text },
  'todos.setText': { _id: todo, text },
  'todos.setDone': { _id: todo, done: flag },
  'todos.setAllDone': { listId: list, done: flag },
  'todos.remove': { _id: fresh },
  'todos.removeDone': { listId: list },
  'rooms.insert': { _id: fresh, name: text },
  'rooms.remove': { _id: fresh },
  'messages.send': { _id: fresh, roomId: room, nickname, text },
  'messages.before': {
    roomId: room,
    createdAt: (dice) => ({ $date: dice.below(2e12) }),
    _id: fresh,
    limit: (dice) => 1 + dice.below(100),
  },
  'presence.enter': { _id: fresh, roomId: room, nickname },
  'presence.leave': { _id: fresh },
};

const params: Record<PublicationName, Record<string, Make>> = {
  'lists.all': {},
  'lists.mine': {},
  'todos.byList': { listId: list },
  'rooms.all': {},
  'messages.byRoom': { roomId: room, limit: (dice) => 1 + dice.below(100) },
  'presence.byRoom': { roomId: room },
};

const strangers = [
  'todos.none',
  'login',
  'logout',
  'createUser',
  '__proto__',
  'constructor',
  'x'.repeat(300),
];

/** A call that is wrong in most cases: in one field or two, or as a whole. */
export function callOf(dice: Dice): Call {
  const kind = dice.weighted([
    ['method', 10],
    ['subscribe', 3],
    ['unsubscribe', 1],
  ] as const);
  if (kind === 'unsubscribe') {
    const subscription = dice.chance(0.5) ? `todos.byList:${list(dice)}` : hostileValue(dice);
    return { kind, subscription };
  }
  const isKnown = dice.chance(0.94);
  if (kind === 'method') {
    const name = isKnown ? dice.pick(methodNames) : dice.pick(strangers);
    return { kind, name, input: mistaken(inputs[name as MethodName] ?? {}, dice) };
  }
  const name = isKnown ? dice.pick(publicationNames) : dice.pick(strangers);
  return { kind, name, params: mistaken(params[name as PublicationName] ?? {}, dice) };
}

function mistaken(makes: Record<string, Make>, dice: Dice): unknown {
  if (dice.chance(0.05)) return hostileValue(dice);
  const fields: Fields = Object.fromEntries(
    Object.entries(makes).map(([field, make]) => [field, make(dice)]),
  );
  const mistakes = dice.weighted([
    [0, 3],
    [1, 6],
    [2, 2],
  ]);
  for (let n = 0; n < mistakes; n++) mistake(fields, dice);
  return fields;
}

function mistake(fields: Fields, dice: Dice): void {
  const names = Object.keys(fields);
  if (names.length === 0 || dice.chance(0.15)) {
    const extra = dice.pick(['_id', 'owner', 'members', 'createdAt', '$set', '__proto__', 'x']);
    // As JSON would have it: an own field, also of that name.
    Object.defineProperty(fields, extra, {
      value: hostileValue(dice),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else if (dice.chance(0.1)) {
    delete fields[dice.pick(names)];
  } else {
    fields[dice.pick(names)] = hostileValue(dice);
  }
}

/** @returns the code with which the contract alone refuses a call, whatever the database holds; undefined if it may pass */
export function refusalOf(call: Call): string | undefined {
  if (call.kind === 'unsubscribe') return undefined;
  try {
    if (call.kind === 'subscribe' && isPublication(call.name)) queryOf(call.name, fromWire(call.params));
    else if (call.kind === 'method' && isMethod(call.name))
      parse(methods[call.name].input, fromWire(call.input), call.name);
    return undefined;
  } catch (error) {
    return (error as ContractError).code;
  }
}

function isMethod(name: string): name is MethodName {
  return (methodNames as readonly string[]).includes(name);
}

function isPublication(name: string): boolean {
  return (publicationNames as readonly string[]).includes(name);
}
