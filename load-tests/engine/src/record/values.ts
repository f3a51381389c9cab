/**
 * Where each id and text of a session came from, and so what a virtual user sends in its place:
 * - first seen in the page's address or in its HTML: a constant, which `variables` names;
 * - first in an answer or an event: captured from there;
 * - first in something that the page sent: made for each virtual user.
 * Times decide, but an answer counts as soon as its call was sent: a page that seeds the server's ids (DDP's randomSeed)
 * uses them before they come. Other words and numbers are options of the app, and stay.
 */
import { hasKnownForm, idKey, isDigest, looksMade, tokensOf } from './ids.ts';
import { type Leaf, leavesOf, withLeaves } from './leaves.ts';
import { shows } from './pages.ts';
import { keyOf, type Place, Received } from './received.ts';
import type { Secrets } from './secrets.ts';
import { contentOf, type EventMessage, isWrite, type Session, type Step } from './session.ts';
import type { Recording } from './wire.ts';

/** A value to be taken from an answer (`step.answer`) or from an event that came after a step. */
export interface Capture {
  as: string;
  path: readonly string[];
}

/** An event that a virtual user has to wait for. */
export interface Awaited {
  event: EventMessage;
  captures: Capture[];
}

const accountKey = /^(user(name)?|e?mail|login|account|name)$/i;
/** A method or a path that makes an account. */
const signUp = /create|sign.?up|register|\/(users|accounts)$/i;

export class Values {
  /** Constants, by name. */
  readonly variables: Record<string, string> = {};
  readonly answerCaptures = new Map<Step, Capture[]>();
  /** By the step before the event; undefined: before all steps. */
  readonly awaited = new Map<Step | undefined, Awaited[]>();
  readonly comments: string[] = [];
  readonly #expressions = new Map<string, string>();
  /** Texts that a user wrote. */
  readonly #texts = new Set<string>();
  /** Values of its own that a step is the first to send. */
  readonly #fresh = new Map<Step, Leaf[]>();
  readonly #received: Received;
  readonly #session: Session;
  readonly #recording: Pick<Recording, 'pages' | 'texts'>;
  readonly #secrets: Secrets;
  readonly #names = new Set<string>();

  constructor(session: Session, recording: Pick<Recording, 'pages' | 'texts'>, secrets: Secrets) {
    this.#session = session;
    this.#recording = recording;
    this.#secrets = secrets;
    this.#received = new Received(session);
    for (const step of session.steps) this.#read(step);
  }

  /** What stands for a value in the scenario; undefined if it stays as it was recorded. */
  expressionOf(value: unknown): string | undefined {
    return this.#expressions.get(keyOf(value));
  }

  /** Whether it is a text that each virtual user writes in words of its own. */
  isOwnText(value: unknown): boolean {
    return this.#texts.has(String(value));
  }

  /** Whether a value holds something that each virtual user makes, or is given. */
  isOwn(value: unknown): boolean {
    const shared = Object.keys(this.variables).map((name) => `{{ ${name} }}`);
    let text = JSON.stringify(this.template(value));
    for (const one of shared) text = text.replaceAll(one, '');
    return text.replaceAll('{{ $env.', '').includes('{{ ');
  }

  /** The leaves whose values this step was the first to show: made for it, or words that nobody had sent. */
  freshOf(step: Step): readonly Leaf[] {
    return this.#fresh.get(step) ?? [];
  }

  /** @returns a copy with expressions instead of ids, texts and secrets */
  template(value: unknown): unknown {
    return withLeaves(value, (leaf) => this.#templateLeaf(leaf.value));
  }

  #templateLeaf(value: unknown): unknown {
    if (typeof value === 'number') {
      if (this.#secrets.has(String(value))) return this.#secrets.hide(String(value));
      return this.expressionOf(value) ?? value;
    }
    if (typeof value !== 'string') return value;
    const whole = this.#expressions.get(value);
    if (whole !== undefined) return whole;
    if (this.#secrets.has(value)) return this.#secrets.hide(value);
    let text = value;
    for (const token of [...this.#secrets.within(value), ...tokensOf(value)]) {
      const expression = this.#expressions.get(token);
      if (expression !== undefined) text = text.replaceAll(token, expression);
    }
    return this.#secrets.hide(text);
  }

  #read(step: Step): void {
    const content = new Set(contentOf(step).map(({ path }) => path.join()));
    const fresh: Leaf[] = [];
    for (const leaf of leavesOf(step.params)) {
      const { value } = leaf;
      if (typeof value === 'string') this.#readSecrets(value, leaf.key, step);
      if (typeof value === 'string' && this.#secrets.has(value)) continue;
      if (this.#expressions.has(keyOf(value))) continue;
      if (!content.has(leaf.path.join())) {
        for (const token of tokensOf(String(value))) this.#token(token, leaf, step);
        continue;
      }
      const received = this.#receivedBefore(value, step);
      const isNew = received === undefined && typeof value === 'string' && !this.#sentBefore(value, step);
      if (isNew) fresh.push(leaf);
      this.#assign(leaf, step, received);
    }
    this.#fresh.set(step, [...fresh, ...(this.#fresh.get(step) ?? [])]);
  }

  /** A token that the server gave this user is captured: the recorded one is another user's. */
  #readSecrets(value: string, key: string, step: Step): void {
    for (const secret of this.#secrets.within(value)) {
      const received = this.#receivedBefore(secret, step);
      if (received !== undefined && !this.#expressions.has(secret))
        this.#capture(secret, received.key || key, received);
    }
  }

  #receivedBefore(value: unknown, step: Step): Place | undefined {
    const place = this.#received.placeOf(value);
    return place === undefined || place.order_ms > step.at_ms || place.step === step ? undefined : place;
  }

  #assign(leaf: Leaf, step: Step, received: Place | undefined): void {
    const { value, key } = leaf;
    if (typeof value === 'number') {
      if (received !== undefined && idKey.test(key)) this.#capture(value, key, received);
      return;
    }
    if (typeof value !== 'string' || value === '') return;
    const isId = (looksMade(value) && !this.#isTyped(value)) || idKey.test(key);
    const isMade = isId && this.#isMadeByPage(value);
    const page = this.#pageWith(value, step, isMade);
    if (page !== undefined && (received === undefined || page <= received.order_ms)) {
      this.#constant(value, key, step.name);
      return;
    }
    if (received !== undefined && !this.#isTyped(value)) {
      if (isId) this.#capture(value, key, received);
      return;
    }
    if (isId) {
      if (isDigest(value)) return;
      if (isMade || isWrite(step)) this.#make(value, key, step.name);
      // A subscription makes nothing: its id was known from somewhere that isn't in the recording.
      else this.#constant(value, key, step.name);
      return;
    }
    if (isWrite(step) && this.#isAccount(leaf, step)) {
      this.#constant(value, key, step.name);
      return;
    }
    if (isWrite(step) && this.isText(value)) {
      this.#texts.add(value);
      this.#expressions.set(value, ownText(this.#secrets.hide(value)));
      return;
    }
    for (const token of tokensOf(value)) this.#token(token, leaf, step);
  }

  /** An id inside a longer text, such as the name of a room. */
  #token(token: string, leaf: Leaf, step: Step): void {
    if (this.#expressions.has(token) || isDigest(token) || this.#secrets.has(token)) return;
    const received = this.#receivedBefore(token, step);
    if (received !== undefined) this.#capture(token, 'id', received);
    else if (this.#pageWith(token, step, false) !== undefined || !isWrite(step))
      this.#constant(token, 'id', step.name);
    else {
      this.#make(token, 'id', step.name);
      this.#fresh.set(step, [...(this.#fresh.get(step) ?? []), { ...leaf, value: token }]);
    }
  }

  /** Whether it is something that a user wrote: several words, or what was typed into a field. */
  isText(value: string): boolean {
    return /\S\s+\S/.test(value) || this.#isTyped(value);
  }

  #isTyped(value: string): boolean {
    return this.#recording.texts.some((text) => text.trim() === value.trim());
  }

  /** Who logs in has an account: its name isn't made up, other than the name of somebody who signs up. */
  #isAccount({ key }: Leaf, { name, params }: Step): boolean {
    if (signUp.test(name) || !accountKey.test(key)) return false;
    return leavesOf(params).some(({ value }) => typeof value === 'string' && this.#secrets.has(value));
  }

  #make(value: string, key: string, from: string): void {
    const made = `{{ $vu }}-${this.#name(key, from).replace(/Id(?=\d*$)/, '')}`;
    this.#expressions.set(value, made);
    if (hasKnownForm(value)) {
      this.comments.push(
        `${made} was a UUID or an ObjectID in the recording: an app that checks its form will refuse it`,
      );
    }
  }

  #constant(value: string, key: string, from: string): void {
    const name = this.#name(key, from);
    this.variables[name] = value;
    this.#expressions.set(value, `{{ ${name} }}`);
  }

  #capture(value: string | number, key: string, place: Place): void {
    const { step, event, path } = place;
    const as = this.#name(key || place.key, event?.collection ?? event?.event ?? step?.name ?? '');
    this.#expressions.set(keyOf(value), `{{ ${as} }}`);
    if (step !== undefined) {
      const captures = this.answerCaptures.get(step) ?? [];
      this.answerCaptures.set(step, [...captures, { as, path }]);
      return;
    }
    // A GET is left out if nothing is taken from it.
    const before = this.#session.steps.findLast(
      ({ at_ms, kind }) => at_ms <= place.order_ms && kind !== 'get',
    );
    const list = this.awaited.get(before) ?? [];
    this.awaited.set(before, list);
    const same = list.find((one) => one.event === event);
    if (same) same.captures.push({ as, path });
    else list.push({ event: event as EventMessage, captures: [{ as, path }] });
  }

  /** When a page first showed it, before the step was sent. */
  #pageWith(value: string, { at_ms }: Step, onLoad: boolean): number | undefined {
    return this.#recording.pages.find(
      (page) => page.at_ms <= at_ms && (page.isLoad || !onLoad) && shows(page, value),
    )?.at_ms;
  }

  /** Whether a write brought the id: a page that makes one shows it in its address, and may subscribe to it first. */
  #isMadeByPage(value: string): boolean {
    const isOwn = ({ key, value: one }: Leaf) => one === value && /^_?id$/.test(key);
    const write = this.#session.steps.find((step) => isWrite(step) && contentOf(step).some(isOwn));
    if (write === undefined || this.#receivedBefore(value, write) !== undefined) return false;
    return this.#pageWith(value, write, true) === undefined;
  }

  #sentBefore(value: string, step: Step): boolean {
    const { steps } = this.#session;
    return steps
      .slice(0, steps.indexOf(step))
      .some(({ params }) => leavesOf(params).some((leaf) => leaf.value === value));
  }

  #name(key: string, from: string): string {
    const base = idKey.test(key) && key.length <= 3 ? `${singular(from)}Id` : key || `${singular(from)}Value`;
    let name = base.replaceAll(/\W+/g, '_').replace(/^(\d)/, '_$1');
    for (let n = 2; this.#names.has(name); n += 1) name = `${base.replaceAll(/\W+/g, '_')}${n}`;
    this.#names.add(name);
    return name;
  }
}

/** A text of a user's own: the recorded one, and which virtual user wrote it. */
function ownText(value: string): string {
  const [, local, domain] = /^([^\s@]+)@([^\s@]+\.[^\s@]+)$/.exec(value) ?? [];
  if (local !== undefined) return `${local}+{{ $vu }}@${domain}`;
  return /\s/.test(value) ? `${value} {{ $vu }}` : `${value}-{{ $vu }}`;
}

/** Of a method the first word, of a path the last that is no id. */
const singular = (name: string): string =>
  (name.startsWith('/')
    ? (name.split(/\W/).findLast((word) => /^[a-z]{2,}$/i.test(word)) ?? '')
    : (name.split(/\W/)[0] ?? '')
  ).replace(/(?<=\w{2})s$/, '') || 'value';
