import { limits } from '@meteor-vs-mean/contract/limits';
import { Meteor } from 'meteor/meteor';
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
/** Calls that the server would refuse now, in their order. */
let held: Marked[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Stands between Meteor and its stream. Meteor shows a call's part here at once, and sends all that waited for a
 * connection together when there is one: what is more than the server takes at once goes later, and what was done in a
 * session that has ended doesn't go at all.
 */
export function guardStream(): void {
  const stream = Meteor.connection._stream;
  const pass = stream.send.bind(stream);
  const answer = (message: object) =>
    stream.forEachCallback('message', (callback) => callback(JSON.stringify(message)));

  const send = ({ params: [input], ...message }: Marked) => {
    pace.count();
    pass(JSON.stringify({ ...message, params: [input] }));
  };
  const isOthers = ({ params: [, { userId }] }: Marked) => userId !== Meteor.userId();
  const refuse = ({ id }: Marked) =>
    setTimeout(() => {
      answer({ msg: 'updated', methods: [id] });
      answer({ msg: 'result', id, error: { error: sessionEnded } });
    });
  const flush = () => {
    clearTimeout(timer);
    while (held[0] && (pace.wait_ms() === 0 || isOthers(held[0]))) {
      const message = held.shift() as Marked;
      if (isOthers(message)) refuse(message);
      else send(message);
    }
    if (held.length > 0) timer = setTimeout(flush, pace.wait_ms());
  };

  stream.send = (data) => {
    // Meteor sends all that isn't answered with each new connection; what it sends while there is none goes nowhere.
    if (data.startsWith('{"msg":"connect"')) held = [];
    if (!stream.currentStatus.connected || !data.startsWith('{"msg":"method"')) return pass(data);
    const message = JSON.parse(data) as object;
    if (!isMarked(message)) {
      pace.count();
      pass(data);
    } else if (held.length > 0 || message.params[1].isLate || isOthers(message)) {
      held.push(message);
      flush();
    } else {
      send(message);
    }
  };
}

function isMarked(message: object): message is Marked {
  const { params } = message as Partial<Marked>;
  return typeof params?.[1]?.isLate === 'boolean';
}
