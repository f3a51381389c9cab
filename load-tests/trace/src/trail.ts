import { type MongoMessage, readMongoMessage } from './messages.ts';
import type { Passed } from './relays.ts';

/** When a write passed which relay, by `process.hrtime`. */
export interface Trail {
  /** The call came to the app. */
  call: number;
  /** The app's first question to MongoDB of whether it may write; none if it asks nothing. */
  check?: number;
  /** The command that writes left for MongoDB. */
  write: number;
  acknowledged: number;
  /** MongoDB told the app of the write, as it tells of anybody's. */
  learned: number;
  /** The change left the app for the other browser. */
  change: number;
  /** The method's result left the app for the browser that called it. */
  answer: number;
}

export interface Seeking {
  /** Stands in every message about this write. */
  needle: string;
  /** The list: it or the needle stands in the checks. */
  listId: string;
}

/** The cursor of whoever follows the database, and what it is called. */
export interface Followed {
  trail: Trail;
  /** For instance 'local.oplog.rs'. */
  learnedFrom: string;
}

const writing = ['insert', 'update'];

/** @returns undefined as long as something of it hasn't passed */
export function trailOf(passed: readonly Passed[], seeking: Seeking): Followed | undefined {
  const { needle, listId } = seeking;
  const about = (each: Passed, text: string) => bufferOf(each).includes(text);
  const on = (way: Passed['way'], from: Passed['from']) =>
    passed.filter((each) => each.way === way && each.from === from);

  const call = on('writer', 'client').find((each) => about(each, needle));
  if (!call) return undefined;
  const commands = on('mongod', 'client').filter(({ at_ms }) => at_ms >= call.at_ms);
  const written = firstOf(
    commands.filter((each) => about(each, needle)),
    ({ body }) => writing.includes(Object.keys(body)[0] as string),
  );
  if (!written) return undefined;
  const check = commands.find(
    (each) => each.at_ms < written.passed.at_ms && (about(each, listId) || about(each, needle)),
  );
  const replies = on('mongod', 'server').filter(({ at_ms }) => at_ms >= call.at_ms);
  const acknowledged = firstOf(
    replies.filter(({ connection }) => connection === written.passed.connection),
    ({ responseTo }) => responseTo === written.message.requestId,
  );
  const learned = firstOf(
    // What comes before it was asked for: whether the app may write.
    replies.filter((each) => each.at_ms >= written.passed.at_ms && about(each, needle)),
    ({ body }) => typeof body.cursor?.ns === 'string',
  );
  const change = on('reader', 'server').find((each) => each.at_ms >= call.at_ms && about(each, needle));
  const isAnswer = answerTo(textOf(call));
  const answer = on('writer', 'server').find((each) => each.at_ms >= call.at_ms && isAnswer(textOf(each)));
  if (!acknowledged || !learned || !change || !answer) return undefined;
  return {
    trail: {
      call: call.at_ms,
      ...(check ? { check: check.at_ms } : {}),
      write: written.passed.at_ms,
      acknowledged: acknowledged.passed.at_ms,
      learned: learned.passed.at_ms,
      change: change.at_ms,
      answer: answer.at_ms,
    },
    learnedFrom: learned.message.body.cursor.ns,
  };
}

function firstOf(
  candidates: readonly Passed[],
  matches: (message: MongoMessage) => boolean,
): { passed: Passed; message: MongoMessage } | undefined {
  for (const passed of candidates) {
    const message = readMongoMessage(passed.bytes);
    if (message && matches(message)) return { passed, message };
  }
  return undefined;
}

/**
 * @param call as it is on the wire
 * @returns whether a message from the server is the call's result
 */
function answerTo(call: string): (text: string) => boolean {
  // Socket.io: 4 message, 2 event, its number; the acknowledgement is 4, 3 and the same number.
  const number = /^42(\d+)\[/.exec(call)?.[1];
  if (number !== undefined) return (text) => text.startsWith(`43${number}[`);
  // SockJS: a list of DDP messages, each as text.
  const method = ddpMessages(call).find(({ msg }) => msg === 'method');
  return (text) => ddpMessages(text).some(({ msg, id }) => msg === 'result' && id === method?.id);
}

function ddpMessages(text: string): { msg?: string; id?: string }[] {
  const list = text.startsWith('a') ? text.slice(1) : text;
  if (!list.startsWith('[')) return [];
  return (JSON.parse(list) as string[]).map((message) => JSON.parse(message));
}

function textOf(passed: Passed): string {
  return bufferOf(passed).toString('utf8');
}

function bufferOf({ bytes }: Passed): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
