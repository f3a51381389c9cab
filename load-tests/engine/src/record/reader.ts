/** From messages and requests to what a user did, in the order in which it was sent. */
import { isDeepStrictEqual } from 'node:util';
import { type Reading, reading, shapeOf } from './answers.ts';
import type { Connection, Decoded, Message } from './messages.ts';
import { stepsOf } from './requests.ts';
import { queryOf } from './secrets.ts';
import { appAddress, type Comment, type EventMessage, type Session, type Step } from './session.ts';
import type { Recording } from './wire.ts';

type Answer = Extract<Message, { kind: 'answer' }>;

/**
 * Finds the app's connections, and what its user did with them.
 * @returns undefined if no connection speaks a protocol that the engine knows
 */
export function sessionOf(
  { connections, messages, strangers }: Decoded,
  { requests, windows }: Pick<Recording, 'requests' | 'windows'>,
): Session | undefined {
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
    ...windows.map((url) => ({ text: `left out: what was done in the window that the page opened, ${url}` })),
  ];
  const answers = mine.filter((message): message is Answer => message.kind === 'answer');
  const shape = main.transport === 'socketio' ? shapeOf(answers.map(({ args }) => args)) : undefined;
  const session: Session = {
    transport: main.transport,
    url: (own[0] as Connection).url,
    connections: own,
    namespace: mainNamespace(mine),
    shape,
    subscribes: mine.some(isSubscribeEvent),
    steps: [],
    events: mine.filter((message): message is EventMessage => message.kind === 'event'),
    comments,
  };
  new Reader(session, mine).read();
  const http = stepsOf(requests, session.url);
  session.comments.push(...http.comments);
  for (const step of http.steps) session.steps.push({ ...step, namespace: session.namespace });
  session.steps.sort((one, other) => one.at_ms - other.at_ms);
  return session;
}

function isSameApp(one: Connection, other: Connection): boolean {
  return one.transport === other.transport && appAddress(one.url) === appAddress(other.url);
}

/** The namespace that is used most: pages may join others that they only listen to. */
function mainNamespace(messages: readonly Message[]): string {
  const joined = messages.filter((message) => message.kind === 'connect');
  const uses = ({ namespace }: { namespace: string }) =>
    messages.filter((message) => message.kind === 'call' && message.namespace === namespace).length;
  const [first] = [...joined].sort((one, other) => uses(other) - uses(one));
  return first?.namespace ?? '/';
}

/** Whether an event of the page makes a subscription, as in apps that name what they publish. */
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
    const joined = new Map<string, Step>();
    for (const message of this.#messages) {
      const { connection } = message;
      if (message.kind === 'connect') {
        let step = joined.get(connection);
        if (step === undefined) {
          const url = connections.find(({ id }) => id === connection)?.url ?? this.#session.url;
          step = this.#step('connect', message, 'connect', [message.auth, Object.fromEntries(queryOf(url))]);
          joined.set(connection, step);
          steps.push(step);
          // Subscriptions end with their connection.
          this.#names.clear();
        }
        this.#takeAuth(step, message);
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

  /** The engine gives all namespaces of a connection the same auth: that of the one that is used most, if it has any. */
  #takeAuth(step: Step, { auth, namespace }: Extract<Message, { kind: 'connect' }>): void {
    const [before] = step.params;
    if (Object.keys(Object(auth)).length === 0 || isDeepStrictEqual(auth, before)) return;
    const isMain = namespace === this.#session.namespace;
    const isSecond = Object.keys(Object(before)).length > 0;
    if (isSecond)
      step.comments.push({ text: `namespace ${namespace} was given another auth; here all have the same` });
    if (isMain || !isSecond) step.params[0] = auth;
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
