import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor } from 'meteor/meteor';
import { waitOf } from '../refusal';
import { Pace } from './pace';

/** What write() says of a call beside its input. It doesn't leave the page. */
export interface Mark {
  /** Of the account that made it; null for a guest. */
  userId: string | null;
  /** It waited for a connection: there may be many like it. */
  isLate: boolean;
}

/** What a call is answered whose account isn't logged in any more. */
export const sessionEnded = 'session-ended';

/** A call of write()'s. */
interface Marked {
  id: string;
  params: [input: object, mark: Mark];
}

/** The rest of what a connection may do in this time is for calls that can't wait. */
const count = limits.calls.count * 0.8;
/** The server counts when calls arrive, which may be closer together. */
const per_ms = limits.calls.per_ms + 200;

const pace = new Pace({ count, per_ms });
/** Calls that can't be sent yet, in their order. */
let held: Marked[] = [];
/** A late call that isn't answered: the next one goes when it is. */
let awaited: Marked | undefined;
/** That its data has arrived, if the server said so before it answered: Meteor gets both together. */
let updated: string | undefined;
/** The newest id of a call, and what it was when this connection began: Meteor counts them up. */
let newest = 0;
let newestBefore = 0;
/** When the server takes calls again, by `performance.now()`. */
let free_ms = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Stands between Meteor and its stream. Meteor shows a call's part here at once, and sends all that waited for a
 * connection together when there is one. Here they go one by one and in their order, no more than the server takes; one
 * that the rate limit refuses is sent again before those behind it, and Meteor doesn't hear of that; and what was done
 * in a session that has ended doesn't go at all.
 */
export function guardStream(): void {
  const stream = Meteor.connection._stream;
  const pass = stream.send.bind(stream);
  const receivers = stream.eventCallbacks.message;
  const receive = (data: string) => {
    for (const each of receivers) each(data);
  };

  const send = (call: Marked) => {
    const { params, ...message } = call;
    if (params[1].isLate) awaited = call;
    pace.count();
    pass(JSON.stringify({ ...message, params: [params[0]] }));
  };
  const isOthers = ({ params: [, { userId }] }: Marked) => userId !== Meteor.userId();
  const refuse = ({ id }: Marked) =>
    setTimeout(() => {
      receive(JSON.stringify({ msg: 'updated', methods: [id] }));
      receive(JSON.stringify({ msg: 'result', id, error: { error: sessionEnded } }));
    });
  const wait_ms = () => Math.max(pace.wait_ms(), free_ms - performance.now());
  const flush = () => {
    clearTimeout(timer);
    if (awaited) return;
    while (held[0] && !awaited && (wait_ms() <= 0 || isOthers(held[0]))) {
      const message = held.shift() as Marked;
      if (isOthers(message)) refuse(message);
      else send(message);
    }
    if (held.length > 0 && !awaited) timer = setTimeout(flush, wait_ms());
  };
  /** One that is sent again has waited, too. */
  const note = ({ id, params: [, mark] }: Marked) => {
    newest = Math.max(newest, Number(id));
    if (Number(id) <= newestBefore) mark.isLate = true;
  };
  const hold = (call: Marked) => {
    held.push(call);
    flush();
  };

  stream.eventCallbacks.message = [
    (data) => {
      if (awaited && data === JSON.stringify({ msg: 'updated', methods: [awaited.id] })) updated = data;
      else if (awaited && isResultOf(awaited, data)) answered(awaited, data);
      else receive(data);
    },
  ];
  const answered = (call: Marked, data: string) => {
    const { error } = JSON.parse(data) as { error?: Meteor.Error };
    const refusedFor_ms = error && waitOf(error);
    const said = updated;
    awaited = updated = undefined;
    if (refusedFor_ms === undefined) {
      if (said) receive(said);
      receive(data);
    } else {
      // Others of this address used up what the server takes.
      free_ms = performance.now() + refusedFor_ms;
      held.unshift(call);
    }
    flush();
  };

  stream.send = (data) => {
    // Meteor sends all that isn't answered with each new connection; what it sends while there is none goes nowhere.
    if (data.startsWith('{"msg":"connect"')) {
      held = [];
      awaited = updated = undefined;
      newestBefore = newest;
    }
    if (!stream.currentStatus.connected || !data.startsWith('{"msg":"method"')) return pass(data);
    const message = JSON.parse(data) as object;
    if (!isMarked(message)) {
      pace.count();
      return pass(data);
    }
    note(message);
    if (held.length > 0 || awaited || message.params[1].isLate || isOthers(message)) hold(message);
    else send(message);
  };
}

function isMarked(message: object): message is Marked {
  const { params } = message as Partial<Marked>;
  return typeof params?.[1]?.isLate === 'boolean';
}

function isResultOf({ id }: Marked, data: string): boolean {
  return data.startsWith('{"msg":"result"') && (JSON.parse(data) as Marked).id === id;
}
