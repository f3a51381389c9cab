/**
 * From messages to what a user did: connections, subscriptions and calls in the order in which they were sent, each with
 * its answer, and the events that came meanwhile.
 */
import type { AnswerShape, Transport } from '@meteor-vs-mean/pubsub-client';
import { type Reading, reading, shapeOf } from './answers.ts';
import type { Connection, Decoded, Message } from './messages.ts';

export type EventMessage = Extract<Message, { kind: 'event' }>;
type Answer = Extract<Message, { kind: 'answer' }>;

/** What a virtual user does instead of the page. */
export interface Step {
  kind: 'connect' | 'subscribe' | 'unsubscribe' | 'call';
  /** When it was sent, and when its answer came. */
  at_ms: number;
  done_ms: number;
  name: string;
  params: unknown[];
  namespace: string;
  connection: string;
  /** Whether it asks for an answer. */
  asks: boolean;
  /** Undefined while there is no answer, or one that can't be read. */
  answer: Reading | undefined;
  /** What can't be said by a step. */
  comments: Comment[];
  /** Of a subscription: what ends it. */
  as?: string;
}

/** A remark, and the frame that it is about. */
export interface Comment {
  text: string;
  frame?: unknown;
}

export interface Session {
  transport: Transport;
  /** The address of its first connection. */
  url: string;
  connections: Connection[];
  namespace: string;
  auth: unknown;
  /** Socket.io: how the app answers. */
  shape: AnswerShape | undefined;
  /** Whether events `subscribe` and `unsubscribe` make subscriptions, as in apps that name what they publish. */
  subscribes: boolean;
  steps: Step[];
  events: EventMessage[];
  comments: Comment[];
}

/** @returns undefined if no connection speaks a protocol that the engine knows */
export function sessionOf({ connections, messages, strangers }: Decoded): Session | undefined {
  const complete = connections.filter(({ isComplete }) => isComplete);
  const sentOn = ({ id }: Connection) =>
    messages.filter(({ connection, kind }) => connection === id && (kind === 'call' || kind === 'subscribe'))
      .length;
  const [main] = [...complete].sort((one, other) => sentOn(other) - sentOn(one));
  if (main === undefined) return undefined;
  const own = complete.filter((one) => isSameApp(one, main));
  const ids = new Set(own.map(({ id }) => id));
  const mine = messages.filter(({ connection }) => ids.has(connection));
  const comments: Comment[] = [
    ...strangers.map(({ url, frame, why }) => ({ text: `left out: ${url.split('?')[0]} is ${why}`, frame })),
    ...connections
      .filter(({ id }) => !ids.has(id))
      .map(({ url, isComplete }) => ({
        text: `left out: ${url.split('?')[0]} ${isComplete ? 'is another app' : 'opened before the recording began'}`,
      })),
  ];
  const answers = mine.filter((message): message is Answer => message.kind === 'answer');
  const shape = main.transport === 'socketio' ? shapeOf(answers.map(({ args }) => args)) : undefined;
  const { namespace, auth } = mainNamespace(mine);
  const session: Session = {
    transport: main.transport,
    url: (own[0] as Connection).url,
    connections: own,
    namespace,
    auth,
    shape,
    subscribes: mine.some(isSubscribeEvent),
    steps: [],
    events: mine.filter((message): message is EventMessage => message.kind === 'event'),
    comments,
  };
  new Reader(session, mine).read();
  return session;
}

function isSameApp(one: Connection, other: Connection): boolean {
  return one.transport === other.transport && appAddress(one.url) === appAddress(other.url);
}

/** Where an app is: without the path of its transport. */
export function appAddress(url: string): string {
  const { protocol, host, pathname, searchParams } = new URL(url);
  const base = searchParams.has('EIO')
    ? ''
    : pathname.replace(/(\/sockjs\/[^/]+\/[^/]+\/\w+|\/websocket)$/, '');
  return `${protocol.replace(/^ws/, 'http')}//${host}${base}`;
}

/** The namespace that is used most: pages may join others that they only listen to. */
function mainNamespace(messages: readonly Message[]): { namespace: string; auth: unknown } {
  const joined = messages.filter((message) => message.kind === 'connect');
  const uses = ({ namespace }: { namespace: string }) =>
    messages.filter((message) => message.kind === 'call' && message.namespace === namespace).length;
  const [first] = [...joined].sort((one, other) => uses(other) - uses(one));
  return { namespace: first?.namespace ?? '/', auth: first?.auth ?? {} };
}

const isSubscribeEvent = (message: Message): boolean =>
  message.kind === 'call' &&
  message.name === 'subscribe' &&
  message.id !== undefined &&
  typeof message.params[0] === 'string';

class Reader {
  readonly #session: Session;
  readonly #messages: readonly Message[];
  /** Steps that wait for an answer, by connection, namespace and id. */
  readonly #open = new Map<string, Step>();
  /** Subscriptions, by connection and id or channel. */
  readonly #subscriptions = new Map<string, Step>();
  readonly #names = new Map<string, number>();

  constructor(session: Session, messages: readonly Message[]) {
    this.#session = session;
    this.#messages = messages;
  }

  read(): void {
    const { steps, comments, connections } = this.#session;
    const joined = new Set<string>();
    for (const message of this.#messages) {
      const { connection } = message;
      if (message.kind === 'connect') {
        const isFirst = joined.size === 0;
        if (!joined.has(connection) && !isFirst) {
          steps.push(this.#step('connect', message, 'connect', []));
          // Subscriptions end with their connection.
          this.#names.clear();
        }
        joined.add(connection);
      } else if (message.kind === 'unknown') {
        const comment = {
          text: `not understood, ${message.direction}: ${message.why}`,
          frame: message.frame,
        };
        (steps.at(-1)?.comments ?? comments).push(comment);
      } else if (message.kind !== 'event') this.#take(message);
    }
    const overlapping = connections.length > 1 && this.#overlaps();
    if (overlapping)
      comments.push({ text: 'several connections were used at once; here one follows the other' });
    for (const step of this.#open.values()) {
      step.comments.push({ text: `no answer to ${step.name} came while it was recorded` });
    }
  }

  #take(message: Exclude<Message, { kind: 'connect' | 'event' | 'unknown' }>): void {
    const { steps } = this.#session;
    const { connection } = message;
    switch (message.kind) {
      case 'refusal':
        (steps.at(-1)?.comments ?? this.#session.comments).push({
          text: `the server refused namespace ${message.namespace}`,
          frame: message.reason,
        });
        return;
      case 'call':
        this.#call(message);
        return;
      case 'subscribe': {
        const step = this.#subscription(message, message.name, message.params);
        this.#open.set(`${connection} sub ${message.id}`, step);
        this.#subscriptions.set(`${connection} ${message.id}`, step);
        return;
      }
      case 'ready':
        this.#close(`${connection} sub ${message.id}`, message.at_ms, { result: undefined });
        return;
      case 'nosub': {
        if (message.error === undefined) return;
        const step = this.#close(`${connection} sub ${message.id}`, message.at_ms, {
          code: codeOf(message.error),
        });
        step?.comments.push({ text: 'the server refused this subscription', frame: message.error });
        return;
      }
      case 'unsubscribe':
        this.#unsubscribe(message, `${connection} ${message.id}`);
        return;
      case 'answer': {
        const { namespace, id, args, error, at_ms } = message;
        const { shape } = this.#session;
        const found =
          error !== undefined
            ? { code: codeOf(error) }
            : shape === undefined
              ? { result: args[0] }
              : reading(args, shape);
        const step = this.#close(`${connection} ${namespace} ${id}`, at_ms, found);
        if (step === undefined) return;
        if (found === undefined)
          step.comments.push({ text: 'this answer has no shape that the engine knows', frame: args });
        const { channel } = Object(found !== undefined && 'result' in found ? found.result : undefined) as {
          channel?: unknown;
        };
        if (step.kind === 'subscribe' && channel !== undefined)
          this.#subscriptions.set(`${connection} ${channel}`, step);
      }
    }
  }

  #call(message: Extract<Message, { kind: 'call' }>): void {
    const { connection, namespace, name, params, id } = message;
    if (name === 'unsubscribe' && this.#subscriptions.has(`${connection} ${params[0]}`)) {
      this.#unsubscribe(message, `${connection} ${params[0]}`);
      return;
    }
    let step: Step;
    if (isSubscribeEvent(message)) step = this.#subscription(message, String(params[0]), params.slice(1));
    else {
      step = this.#step('call', message, name, params);
      this.#session.steps.push(step);
    }
    step.namespace = namespace;
    step.asks = id !== undefined;
    if (id !== undefined) this.#open.set(`${connection} ${namespace} ${id}`, step);
  }

  #subscription(message: Message, name: string, params: unknown[]): Step {
    const step = this.#step('subscribe', message, name, params);
    const n = (this.#names.get(name) ?? 0) + 1;
    this.#names.set(name, n);
    if (n > 1) step.as = `${name} ${n}`;
    this.#session.steps.push(step);
    return step;
  }

  #unsubscribe(message: Message, key: string): void {
    const made = this.#subscriptions.get(key);
    if (made === undefined) return;
    this.#subscriptions.delete(key);
    this.#session.steps.push(this.#step('unsubscribe', message, made.as ?? made.name, []));
  }

  #step(kind: Step['kind'], { at_ms, connection }: Message, name: string, params: unknown[]): Step {
    const { namespace } = this.#session;
    const step: Step = {
      kind,
      at_ms,
      done_ms: at_ms,
      name,
      params,
      namespace,
      connection,
      asks: true,
      answer: undefined,
      comments: [],
    };
    return step;
  }

  #close(key: string, at_ms: number, answer: Reading | undefined): Step | undefined {
    const step = this.#open.get(key);
    this.#open.delete(key);
    if (step === undefined) return undefined;
    step.done_ms = at_ms;
    step.answer = answer;
    return step;
  }

  #overlaps(): boolean {
    const last = new Map<string, number>();
    const first = new Map<string, number>();
    for (const { connection, at_ms } of this.#session.steps) {
      if (!first.has(connection)) first.set(connection, at_ms);
      last.set(connection, at_ms);
    }
    const spans = [...first].map(([id, from]) => ({ from, to: last.get(id) as number }));
    return spans.some((one, i) =>
      spans.some((other, k) => k > i && other.from < one.to && one.from < other.to),
    );
  }
}

/** The code of a DDP error. */
function codeOf(error: unknown): string {
  const { error: code, reason } = Object(error) as { error?: unknown; reason?: unknown };
  return String(code ?? reason ?? error);
}
