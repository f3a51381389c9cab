/**
 * Writes the scenario of a session. Where all calls after the first write are writes of one kind, each of which was seen
 * to arrive, that write is a `publish` step: its deliveries to all users are accounted for. Any other session is a journey:
 * its calls are calls, each waits for the event that showed it (`response`), and `hold: { for: 0 }` ends it, so that
 * `pubsub-capacity --raise users` can count who got that far.
 */
import { deliveriesOf, type Shown } from './deliveries.ts';
import { jsonPath, withLeaves } from './leaves.ts';
import { bodyOf, queryOf, type Secrets } from './secrets.ts';
import { appAddress, type Comment, type Session, type Step } from './session.ts';
import type { Awaited, Capture, Values } from './values.ts';
import type { Post, Recording } from './wire.ts';
import { Commented, toYaml } from './yaml.ts';

/** Shorter pauses are the page's own. */
const shortestThink_ms = 300;
const longestFrame = 200;
/** The engine's write ids, inside a longer text. */
const writeIdPattern = '(w[0-9a-f]{8}-[0-9a-z]+)';

export interface Scenario {
  yaml: string;
  kind: 'publish' | 'journey';
  /** The variables of the environment that it needs, with what was recorded. */
  env: Record<string, string>;
  /** Calls, and those of them whose event came. */
  calls: number;
  shown: number;
}

export function scenarioOf(
  session: Session,
  values: Values,
  secrets: Secrets,
  recording: Recording,
): Scenario {
  return new Writer(session, values, secrets, recording).write();
}

class Writer {
  readonly #session: Session;
  readonly #values: Values;
  readonly #secrets: Secrets;
  readonly #recording: Recording;
  readonly #shown: Map<Step, Shown>;
  /** Requests that became the log-in of a connection. */
  readonly #logins = new Set<Post>();
  /** The log-in of the first connection. */
  #login: object | undefined;

  constructor(session: Session, values: Values, secrets: Secrets, recording: Recording) {
    this.#session = session;
    this.#values = values;
    this.#secrets = secrets;
    this.#recording = recording;
    this.#shown = deliveriesOf(session, values);
  }

  write(): Scenario {
    const { steps } = this.#session;
    const connect = this.#connection();
    const first = this.#publishable();
    const flow = first === undefined ? this.#journey() : this.#publishing(first);
    const shown = [...this.#shown.values()];
    const deliveries = unique((first === undefined ? [] : [this.#shown.get(first) as Shown]).map(deliveryOf));
    const variables = {
      ...this.#secretless(this.#values.variables),
      ...(first === undefined ? {} : { rate: 5, duration: 15 }),
    };
    const config = {
      target: this.#secrets.hide(appAddress(this.#session.url)),
      phases: [{ duration: 5, arrivalCount: 50 }],
      ...(Object.keys(variables).length === 0 ? {} : { variables }),
      engines: { pubsub: { ...connect, ...(deliveries.length === 0 ? {} : { deliveries }) } },
    };
    const body = toYaml({ config, scenarios: [{ name: 'recorded', engine: 'pubsub', flow }] });
    const env = this.#secrets.used;
    const calls = steps.filter(({ kind }) => kind === 'call').length;
    return {
      yaml: `${this.#head(Object.keys(env))}${body}`,
      kind: first === undefined ? 'journey' : 'publish',
      env,
      calls,
      shown: shown.length,
    };
  }

  #head(env: readonly string[]): string {
    const { pages } = this.#recording;
    const lines = [
      `Recorded by pubsub-record${pages[0] ? ` from ${new URL(pages[0].url).origin}` : ''}.`,
      ...(env.length > 0 ? [`Secrets are not in this file. Set them before a run: ${env.join(', ')}.`] : []),
      ...(Object.keys(this.#values.variables).length > 0
        ? ['`variables` names what was in the page: all virtual users share it, unless you change that.']
        : []),
      ...this.#values.comments,
      ...this.#otherPosts(),
      ...this.#session.comments.flatMap((comment) => this.#comment(comment)),
    ];
    return lines.map((line) => `# ${this.#secrets.hide(line)}\n`).join('');
  }

  /** Requests that no step repeats. */
  #otherPosts(): string[] {
    const paths = this.#recording.posts
      .filter((post) => !this.#logins.has(post))
      .map(({ url }) => new URL(url).pathname);
    return [...new Set(paths)].map((path) => `left out: POST ${path}`);
  }

  /** Options of `config.engines.pubsub`. */
  #connection(): object {
    const { transport, url, namespace, auth, shape, subscribes, connections } = this.#session;
    const { pathname } = new URL(url);
    const path = pathname.replace(/\/$/, '');
    const query = Object.fromEntries(queryOf(url));
    const id = connections[0]?.id ?? '';
    this.#login = this.#loginBefore(id);
    const cookie = this.#recording.cookieHeaders.get(id);
    const options = {
      transport,
      ...(transport === 'socketio' && path !== '/socket.io' ? { path } : {}),
      ...(namespace === '/' ? {} : { namespace }),
      ...(isEmpty(auth) ? {} : { auth: this.#values.template(auth) }),
      ...(isEmpty(query) ? {} : { query: this.#values.template(query) }),
      ...(this.#login
        ? { login: this.#login }
        : cookie
          ? { headers: { Cookie: this.#secrets.hide(cookie) } }
          : {}),
      ...(shape === undefined || shape === 'auto' ? {} : { answer: shape }),
      ...(subscribes ? { subscribeEvent: 'subscribe', unsubscribeEvent: 'unsubscribe' } : {}),
    };
    return options;
  }

  /** A POST with a password that came before a connection, whose cookie the handshake then carries. */
  #loginBefore(connection: string): object | undefined {
    if (this.#session.transport !== 'socketio' || !this.#recording.cookieHeaders.has(connection))
      return undefined;
    const at_ms = this.#recording.events.find((event) => event.connection === connection)?.at_ms ?? 0;
    const post = this.#recording.posts.findLast(
      (one) => one.at_ms < at_ms && one.body.startsWith('{') && this.#secrets.hide(one.body) !== one.body,
    );
    if (post === undefined) return undefined;
    this.#logins.add(post);
    const { pathname, search } = new URL(post.url);
    return { post: `${pathname}${search}`, json: this.#values.template(bodyOf(post.body)) };
  }

  /** @returns the first write if one `publish` step can take the place of all of them */
  #publishable(): Step | undefined {
    const { steps } = this.#session;
    const first = steps.find((step) => this.#shown.get(step)?.isFresh);
    if (first === undefined || this.#values.answerCaptures.size + this.#values.awaited.size > 0)
      return undefined;
    if (first.namespace !== this.#session.namespace) return undefined;
    const rest = steps.slice(steps.indexOf(first));
    // An unsubscription ends the session, and what is subscribed late can as well be subscribed before.
    const isBefore = (step: Step) =>
      step.kind === 'unsubscribe' ||
      (step.kind === 'subscribe' && !hasOwn(this.#values.template(step.params)));
    if (!rest.every((step) => isBefore(step) || this.#isAlike(step, first))) return undefined;
    // What a virtual user made before is not known to a writer.
    const others = withLeaves(first.params, ({ value }) =>
      this.#isOwnOf(first, value) ? '' : this.#values.expressionOf(value),
    );
    return hasOwn(others) ? undefined : first;
  }

  #isAlike(step: Step, { name, namespace }: Step): boolean {
    return (
      step.kind === 'call' &&
      step.name === name &&
      step.namespace === namespace &&
      this.#shown.get(step)?.isFresh === true
    );
  }

  /** Whether a write brought it: other virtual users need not know it. */
  #isOwnOf(write: Step, value: unknown): boolean {
    return (
      this.#values.isOwnText(value) || this.#values.freshOf(write).some((fresh) => fresh.value === value)
    );
  }

  #publishing(first: Step): unknown[] {
    const { steps } = this.#session;
    const at = steps.indexOf(first);
    const before = steps.filter(({ kind }, i) => i < at || kind === 'subscribe');
    const { sent, isWhole } = this.#shown.get(first) as Shown;
    const params = withLeaves(first.params, ({ path, value }) => {
      if (path.join() === sent.path.join()) {
        if (value !== sent.value) return String(value).replace(String(sent.value), '{{ $writeId }}');
        return isWhole && !/\s/.test(String(value)) ? '{{ $writeId }}' : `{{ $writeId }} ${value}`;
      }
      // Texts are the same in each write.
      return this.#isOwnOf(first, value) && typeof value === 'string'
        ? this.#secrets.hide(value)
        : this.#values.template(value);
    });
    const calls = before
      .filter(({ kind }) => kind === 'call' || kind === 'connect')
      .map((step) => this.#spec(step));
    const publish = {
      call: this.#secrets.hide(first.name),
      params,
      ...(first.asks ? {} : { ack: false }),
      ...(calls.length === 0 ? {} : { before: calls }),
      rate: '{{ rate }}',
      duration: '{{ duration }}',
    };
    return [...this.#flow(before), new Commented(this.#comments(first), { publish })];
  }

  #journey(): unknown[] {
    return [...this.#flow(this.#session.steps), { hold: { for: 0 } }];
  }

  /** Steps with the pauses between them. */
  #flow(steps: readonly Step[]): unknown[] {
    const flow: unknown[] = this.#waits(undefined);
    let done_ms: number | undefined;
    for (const step of steps) {
      const think_ms = step.at_ms - (done_ms ?? step.at_ms);
      if (think_ms >= shortestThink_ms) flow.push({ think: Math.round(think_ms / 100) / 10 });
      done_ms = step.done_ms;
      const comments = this.#comments(step);
      if (step.kind === 'subscribe' && step.answer !== undefined && 'code' in step.answer) {
        flow.push(
          new Commented(
            [...comments, `left out: subscribe ${step.name}`].map((line) => this.#secrets.hide(line)),
            undefined,
          ),
        );
        continue;
      }
      flow.push(comments.length === 0 ? this.#spec(step) : new Commented(comments, this.#spec(step)));
      flow.push(...this.#waits(step));
    }
    return flow;
  }

  #spec(step: Step): object {
    const { kind, namespace, asks, answer, as, connection } = step;
    const name = this.#secrets.hide(step.name);
    const params = step.params.length === 0 ? {} : { params: this.#values.template(step.params) };
    const captures = (this.#values.answerCaptures.get(step) ?? []).map(({ as, path }) =>
      path.length === 0 ? { as } : { json: jsonPath(path), as },
    );
    const more = {
      ...(namespace === this.#session.namespace ? {} : { namespace }),
      ...(captures.length === 0 ? {} : { capture: captures.length === 1 ? captures[0] : captures }),
    };
    if (kind === 'connect') {
      const login = this.#loginBefore(connection) ?? this.#login;
      const isOther = JSON.stringify(login) !== JSON.stringify(this.#login);
      return { connect: isOther ? { login } : {} };
    }
    if (kind === 'unsubscribe') return { unsubscribe: { name } };
    if (kind === 'subscribe') return { subscribe: { name, ...params, ...(as ? { as } : {}), ...more } };
    const response = this.#response(step);
    return {
      call: {
        name,
        ...params,
        ...more,
        ...(asks ? {} : { ack: false }),
        ...(answer !== undefined && 'code' in answer ? { expect: [answer.code] } : {}),
        ...(response === undefined ? {} : { response }),
      },
    };
  }

  /** The event that showed a call, and what later steps take from it. */
  #response(step: Step): object | undefined {
    const shown = this.#shown.get(step);
    const awaited = this.#values.awaited.get(step)?.[0];
    if (shown === undefined) return awaited && this.#await(awaited);
    const captures = awaited?.event === shown.event ? awaited.captures : [];
    const value = this.#values.template(shown.sent.value);
    const path = shown.path.join('.');
    const match = shown.isWhole ? { path, value } : { path, regexp: escaped(String(value)) };
    return { ...nameOf(shown.event), match, ...captureOf(captures) };
  }

  /** What a virtual user waits for after a step, other than by the step's own `response`. */
  #waits(step: Step | undefined): unknown[] {
    const list = this.#values.awaited.get(step) ?? [];
    const own = step?.kind === 'call' ? (this.#shown.get(step)?.event ?? list[0]?.event) : undefined;
    return list.filter(({ event }) => event !== own).map((awaited) => ({ wait: this.#await(awaited) }));
  }

  #await({ event, captures }: Awaited): object {
    return { ...nameOf(event), ...this.#namespaceOf(event), ...captureOf(captures) };
  }

  #namespaceOf({ namespace }: Awaited['event']): object {
    return namespace === this.#session.namespace ? {} : { namespace };
  }

  #comments(step: Step): string[] {
    const comments = step.comments.flatMap((comment) => this.#comment(comment));
    const isSilent = step.kind === 'call' && !step.asks && !this.#shown.has(step);
    if (isSilent) comments.push('nothing that came holds a value of this call');
    return comments.map((line) => this.#secrets.hide(line));
  }

  #comment({ text, frame }: Comment): string[] {
    if (frame === undefined) return [text];
    const shown = Buffer.isBuffer(frame)
      ? JSON.stringify(frame.toString('latin1'))
      : typeof frame === 'string'
        ? frame
        : (JSON.stringify(frame) ?? '');
    // Hidden before it is cut: the half of a secret would not be found.
    const hidden = this.#secrets.hide(shown).replaceAll(/[\r\n]+/g, ' ');
    return [`${text}: ${hidden.length > longestFrame ? `${hidden.slice(0, longestFrame)}...` : hidden}`];
  }

  #secretless(variables: Record<string, string>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, this.#secrets.hide(value)]),
    );
  }
}

function deliveryOf({ event, path, isWhole, sent }: Shown): object {
  const isText = !isWhole || /\s/.test(String(sent.value));
  return { ...nameOf(event), path: path.join('.'), ...(isText ? { pattern: writeIdPattern } : {}) };
}

const nameOf = ({ event, collection }: Awaited['event']) => ({
  event,
  ...(collection === undefined ? {} : { collection }),
});

function captureOf(captures: readonly Capture[]): object {
  const specs = captures.map(({ as, path }) => ({ path: path.join('.'), as }));
  return specs.length === 0 ? {} : { capture: specs.length === 1 ? specs[0] : specs };
}

/** Whether it holds something that each virtual user makes. */
const hasOwn = (value: unknown): boolean => JSON.stringify(value).includes('$vu');

const isEmpty = (value: unknown): boolean => Object.keys(Object(value)).length === 0;

const escaped = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');

const unique = (list: readonly object[]): object[] => [
  ...new Map(list.map((one) => [JSON.stringify(one), one])).values(),
];
