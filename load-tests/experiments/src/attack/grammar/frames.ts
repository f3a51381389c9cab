import { type Call, callOf, refusalOf } from './calls.ts';
import type { Dice } from './dice.ts';
import { requestOf } from './http.ts';
import { hostileValue, mangled } from './values.ts';

/** How frames travel: on a websocket of its own kind each, and as plain requests. */
export type Carrier = 'socketio' | 'ddp' | 'sockjs' | 'http';

/** One text that is sent, and whether it has to be answered: what isn't a whole call needn't be. */
export interface Frame {
  text: string;
  /** The id that an answer would name; absent where none is owed. Over HTTP answers come in order, and name none: ''. */
  id?: string;
  /** The code that the contract alone answers it with, on either stack; absent where it may pass. */
  refusal?: string;
}

/**
 * A call, whole as a frame, however wrong it is as a call.
 * @param number of the frame in its connection: answers name it
 */
export function callFrame(carrier: Carrier, number: number, dice: Dice): Frame {
  if (carrier === 'http') {
    const { text, isWhole } = requestOf(dice);
    return isWhole ? { text, id: '' } : { text };
  }
  const call = callOf(dice);
  const refusal = refusalOf(call);
  const frame = carrier === 'socketio' ? socketIoCall(call, number) : ddpCall(call, number);
  return {
    ...(carrier === 'sockjs' ? framed(frame) : frame),
    ...(refusal === undefined ? {} : { refusal }),
  };
}

/** What no client sends: most servers end a connection for it, and what comes behind it is lost. */
export function junkFrame(carrier: Carrier, number: number, dice: Dice): Frame {
  const isMangled = dice.chance(0.4);
  if (isMangled) return { text: mangled(callFrame(carrier, number, dice).text, dice) };
  if (carrier === 'socketio') return socketIoJunk(dice);
  if (carrier === 'ddp') return ddpJunk(number, dice);
  return dice.chance(0.2)
    ? { text: dice.pick(['[', '[1]', '["', '{}', '""', '[[""]]', '[""]']) }
    : framed(ddpJunk(number, dice));
}

function socketIoCall(call: Call, number: number): Frame {
  const id = String(number);
  const event =
    call.kind === 'method'
      ? [call.name, call.input]
      : call.kind === 'subscribe'
        ? ['subscribe', call.name, call.params]
        : ['unsubscribe', call.subscription];
  return { text: `42${id}${JSON.stringify(event)}`, id };
}

/** What Engine.io and Socket.io read before any app does. A connection ends with most of these. */
function socketIoJunk(dice: Dice): Frame {
  const value = JSON.stringify(hostileValue(dice)) ?? 'null';
  return {
    text: dice.pick([
      '',
      '2probe',
      '3',
      '3probe',
      '5',
      '6',
      '9',
      '4',
      '41',
      '43[]',
      `43${dice.below(99)}${value}`,
      `44${value}`,
      `45${dice.pick([0, 1, 11, 999])}-["lists.insert",{"_placeholder":true,"num":0}]`,
      `46${dice.below(3)}-${value}`,
      `42${value}`,
      `42[${value}]`,
      '42["disconnect"]',
      '42["connect"]',
      '42["newListener",1]',
      `42/nowhere,["x"]`,
      `42${'9'.repeat(400)}["x"]`,
      '47',
    ]),
  };
}

function ddpCall(call: Call, number: number): Frame {
  const id = `i${number}`;
  const message =
    call.kind === 'method'
      ? { msg: 'method', id, method: call.name, params: [call.input] }
      : call.kind === 'subscribe'
        ? { msg: 'sub', id, name: call.name, params: [call.params] }
        : { msg: 'unsub', id: call.subscription };
  const text = JSON.stringify(message);
  return isOwedNothing(call.kind, text) ? { text } : { text, id };
}

/** Meteor answers a value of a type that EJSON doesn't know, or can't make, before it has read the message's id. */
function isOwedNothing(kind: Call['kind'], text: string): boolean {
  return kind === 'unsubscribe' || text.includes('"$type"');
}

/** What Meteor's own server reads before any app does. */
function ddpJunk(number: number, dice: Dice): Frame {
  const value = hostileValue(dice);
  return {
    text: JSON.stringify(
      dice.pick<unknown>([
        value,
        { msg: value },
        { msg: 'connect', version: '1', support: ['1'] },
        { msg: 'connect', version: value, support: value },
        { msg: 'ping', id: value },
        { msg: 'pong', id: value },
        { msg: 'method', id: value, method: 'todos.setDone', params: [] },
        { msg: 'method', id: `j${number}`, method: value, params: value },
        { msg: 'method', id: `j${number}`, method: 'todos.setDone', params: value, randomSeed: value },
        { msg: 'sub', id: value, name: 'lists.all' },
        { msg: 'sub', id: 'twice', name: 'lists.all', params: [] },
        { msg: 'unsub', id: value },
        { msg: 'unsub' },
        { msg: 'result', id: 'x' },
        { msg: 'added', collection: 'todos', id: 'x', fields: {} },
        { msg: 'updated', methods: value },
      ]) ?? null,
    ),
  };
}

/** As SockJS packs it: a JSON array of texts. */
function framed({ text, id }: Frame): Frame {
  return { text: JSON.stringify([text]), ...(id === undefined ? {} : { id }) };
}
