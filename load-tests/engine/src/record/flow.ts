/** The steps of a session in the words of a script, with the pauses between them. */
import type { Shown } from './deliveries.ts';
import { jsonPath } from './leaves.ts';
import type { Secrets } from './secrets.ts';
import type { Comment, EventMessage, Session, Step } from './session.ts';
import type { Awaited, Capture, Values } from './values.ts';
import type { PageView } from './wire.ts';
import { Commented } from './yaml.ts';

/** Shorter pauses are the page's own. */
const shortestThink_ms = 300;
const longestFrame = 200;

export class Flow {
  readonly #session: Session;
  readonly #values: Values;
  readonly #secrets: Secrets;
  readonly #shown: ReadonlyMap<Step, Shown>;
  readonly #pages: readonly PageView[];
  /** What all connections have: the options of the first, if the script's config can hold them. */
  readonly options: Record<string, unknown>;

  constructor(
    session: Session,
    values: Values,
    secrets: Secrets,
    shown: ReadonlyMap<Step, Shown>,
    pages: readonly PageView[],
  ) {
    this.#session = session;
    this.#values = values;
    this.#secrets = secrets;
    this.#shown = shown;
    this.#pages = [...pages].sort((one, other) => one.at_ms - other.at_ms);
    const first = session.steps.find(({ kind }) => kind === 'connect');
    const options = first === undefined ? {} : this.#optionsOf(first);
    this.options = isFixed(options) ? options : {};
  }

  /** @returns steps, pauses and comments, for `flow` */
  of(steps: readonly Step[]): unknown[] {
    const flow: unknown[] = this.#waits(undefined);
    let done_ms: number | undefined;
    let path: string | undefined;
    for (const step of steps) {
      const spec = this.specOf(step);
      const comments = this.commentsOf(step);
      const page = this.#pageAt(step);
      if (spec !== undefined && page !== path) {
        comments.unshift(`page ${page}`);
        path = page;
      }
      const think_ms = step.at_ms - (done_ms ?? step.at_ms);
      if (spec !== undefined) {
        if (think_ms >= shortestThink_ms) flow.push({ think: Math.round(think_ms / 100) / 10 });
        done_ms = step.done_ms;
      }
      if (spec !== undefined || comments.length > 0) flow.push(new Commented(comments, spec));
      flow.push(...this.#waits(step));
    }
    return flow;
  }

  /** @returns undefined where a virtual user has nothing to do */
  specOf(step: Step): object | undefined {
    const { kind, namespace, asks, answer, as } = step;
    const name = this.#secrets.hide(step.name);
    const code = answer !== undefined && 'code' in answer ? answer.code : undefined;
    const captures = (this.#values.answerCaptures.get(step) ?? []).map(({ as, path }) =>
      path.length === 0 ? { as } : { json: jsonPath(path), as },
    );
    const capture = captures.length === 0 ? {} : { capture: one(captures) };
    const params = step.params.length === 0 ? {} : { params: this.#values.template(step.params) };
    const asked = { ...params, ...(namespace === this.#session.namespace ? {} : { namespace }), ...capture };
    switch (kind) {
      case 'connect':
        return this.#connect(step);
      case 'unsubscribe':
        return { unsubscribe: { name } };
      case 'subscribe':
        return code === undefined ? { subscribe: { name, ...asked, ...(as ? { as } : {}) } } : undefined;
      case 'get':
      case 'post': {
        // Otherwise the page showed it, and sent nothing of it.
        if (kind === 'get' && captures.length === 0) return undefined;
        const [url, body, headers] = this.#values.template(step.params) as [string, unknown, object];
        const sent = body === null ? {} : { [step.isForm ? 'form' : 'json']: body };
        const more = Object.keys(headers).length === 0 ? {} : { headers };
        const expect = code === undefined ? {} : { expect: Number(code) };
        return { [kind]: { url, ...sent, ...more, ...capture, ...expect } };
      }
      case 'call': {
        const expect = code === undefined ? {} : { expect: [code] };
        const response = this.#response(step);
        const more = { ...(asks ? {} : { ack: false }), ...expect, ...(response ? { response } : {}) };
        return { call: { name, ...asked, ...more } };
      }
    }
  }

  /** A step's comments. */
  commentsOf(step: Step): string[] {
    const { kind, asks, answer, name } = step;
    const comments = step.comments.flatMap((comment) => this.linesOf(comment));
    if (kind === 'call' && !asks && !this.#shown.has(step))
      comments.push('nothing that came holds a value of this call');
    if (kind === 'subscribe' && answer !== undefined && 'code' in answer)
      comments.push(`left out: subscribe ${name}`);
    return comments.map((line) => this.#secrets.hide(line));
  }

  /** A comment, with the frame that it is about. */
  linesOf({ text, frame }: Comment): string[] {
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

  /** The path of the page that the user saw. */
  #pageAt({ at_ms }: Step): string | undefined {
    const url = this.#pages.findLast((page) => page.at_ms <= at_ms)?.url;
    return url === undefined ? undefined : String(this.#values.template(new URL(url).pathname));
  }

  #connect(step: Step): object | undefined {
    const options = this.#optionsOf(step);
    const isFirst = step === this.#session.steps.find(({ kind }) => kind === 'connect');
    const isKnown = JSON.stringify(options) === JSON.stringify(this.options);
    if (isKnown) return isFirst ? undefined : { connect: {} };
    return { connect: options };
  }

  #optionsOf({ params: [auth, query] }: Step): Record<string, unknown> {
    const given = Object.entries({ auth, query }).filter(
      ([, value]) => Object.keys(Object(value)).length > 0,
    );
    return this.#values.template(Object.fromEntries(given)) as Record<string, unknown>;
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
    return { ...this.#eventOf(shown.event), match, ...captureOf(captures) };
  }

  /** What a virtual user waits for after a step, other than by the step's own `response`. */
  #waits(step: Step | undefined): unknown[] {
    const list = this.#values.awaited.get(step) ?? [];
    const response = step?.kind === 'post' ? this.#response(step) : undefined;
    const hasOwn = response !== undefined || step?.kind === 'call';
    const own = hasOwn ? (this.#shown.get(step as Step)?.event ?? list[0]?.event) : undefined;
    const others = list.filter(({ event }) => event !== own).map((awaited) => this.#await(awaited));
    return [...(response ? [response] : []), ...others].map((wait) => ({ wait }));
  }

  #await({ event, captures }: Awaited): object {
    return { ...this.#eventOf(event), ...captureOf(captures) };
  }

  #eventOf({ event, collection, namespace }: EventMessage): object {
    return {
      event,
      ...(collection === undefined ? {} : { collection }),
      ...(namespace === this.#session.namespace ? {} : { namespace }),
    };
  }
}

/** Artillery fills in nothing else in `config`. */
function isFixed(options: unknown): boolean {
  return !JSON.stringify(options).replaceAll('{{ $env.', '').includes('{{');
}

function captureOf(captures: readonly Capture[]): object {
  const specs = captures.map(({ as, path }) => ({ path: path.join('.'), as }));
  return specs.length === 0 ? {} : { capture: one(specs) };
}

/** A list of one is written without the list. */
const one = (specs: readonly object[]): unknown => (specs.length === 1 ? specs[0] : specs);

const escaped = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
