/**
 * Where each id and text of a session came from, and so what a virtual user sends in its place:
 * - first seen in the page's address or in its HTML: a constant, which `variables` names;
 * - first in an answer or an event: captured from there;
 * - first in something that the page sent: made for each virtual user.
 * Times decide, but an answer counts as soon as its call was sent: a page that seeds the server's ids (DDP's randomSeed)
 * uses them before they come. Other words and numbers are options of the app, and stay.
 */
import { type Leaf, leavesOf, withLeaves } from './leaves.ts';
import { bodyOf, type Secrets } from './secrets.ts';
import type { EventMessage, Session, Step } from './session.ts';
import type { Post, Recording } from './wire.ts';

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

interface Place {
  order_ms: number;
  step?: Step;
  event?: EventMessage;
  path: readonly string[];
  key: string;
}

const accountKey = /^(user(name)?|e?mail|login|account|name)$/i;
/** A method or a path that makes an account. */
const signUp = /create|sign.?up|register|\/(users|accounts)$/i;
const idKey = /^_?id$|Id$|_id$/;

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
  readonly #received = new Map<string, Place>();
  readonly #session: Session;
  readonly #recording: Pick<Recording, 'pages' | 'texts' | 'posts'>;
  readonly #secrets: Secrets;
  readonly #names = new Set<string>();
  #made = 0;

  constructor(session: Session, recording: Pick<Recording, 'pages' | 'texts' | 'posts'>, secrets: Secrets) {
    this.#session = session;
    this.#recording = recording;
    this.#secrets = secrets;
    this.#indexReceived();
    for (const post of recording.posts) this.#readLogIn(post);
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
    if (this.#secrets.has(value)) return this.#secrets.hide(value);
    const whole = this.#expressions.get(value);
    if (whole !== undefined) return whole;
    let text = value;
    for (const token of tokensOf(value)) {
      const expression = this.#expressions.get(token);
      if (expression !== undefined) text = text.replaceAll(token, expression);
    }
    return this.#secrets.hide(text);
  }

  #indexReceived(): void {
    const { steps, events } = this.#session;
    const note = (place: Place, { value, key }: Leaf) => {
      if (typeof value !== 'string' && !(typeof value === 'number' && idKey.test(key))) return;
      const before = this.#received.get(keyOf(value));
      if (before === undefined || before.order_ms > place.order_ms) this.#received.set(keyOf(value), place);
    };
    for (const step of steps) {
      if (step.answer === undefined || !('result' in step.answer)) continue;
      for (const leaf of leavesOf(step.answer.result)) {
        note({ order_ms: step.at_ms, step, path: leaf.path, key: leaf.key }, leaf);
      }
    }
    for (const event of events) {
      for (const leaf of leavesOf(event.args))
        note({ order_ms: event.at_ms, event, path: leaf.path, key: leaf.key }, leaf);
    }
  }

  #read(step: Step): void {
    const leaves = leavesOf(step.params);
    const fresh: Leaf[] = [];
    for (const leaf of leaves) {
      const { value } = leaf;
      if (typeof value === 'string' && this.#secrets.has(value)) continue;
      if (this.#expressions.has(keyOf(value))) continue;
      const received = this.#received.get(keyOf(value));
      const isNew =
        received === undefined ||
        received.order_ms > step.at_ms ||
        (received.step === step && received.event === undefined);
      if (isNew && typeof value === 'string' && !this.#sentBefore(value, step)) fresh.push(leaf);
      this.#assign(leaf, step, isNew ? undefined : received);
    }
    this.#fresh.set(step, [...fresh, ...(this.#fresh.get(step) ?? [])]);
  }

  #assign(leaf: Leaf, step: Step, received: Place | undefined): void {
    const { value, key } = leaf;
    if (typeof value === 'number') {
      if (received !== undefined && idKey.test(key)) this.#capture(value, key, received);
      return;
    }
    if (typeof value !== 'string' || value === '') return;
    const isId = looksMade(value) || idKey.test(key);
    const page = this.#pageWith(value, step, isId && step.kind === 'call' && /^_?id$/.test(key));
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
      if (step.kind === 'call') this.#make(value);
      // A subscription makes nothing: its id was known from somewhere that isn't in the recording.
      else this.#constant(value, key, step.name);
      return;
    }
    if (step.kind === 'call' && this.#isAccount(leaf, step)) {
      this.#constant(value, key, step.name);
      return;
    }
    if (step.kind === 'call' && this.isText(value)) {
      this.#texts.add(value);
      this.#expressions.set(value, ownText(this.#secrets.hide(value)));
      return;
    }
    for (const token of tokensOf(value)) this.#token(token, leaf, step);
  }

  /** An id inside a longer text, such as the name of a room. */
  #token(token: string, leaf: Leaf, step: Step): void {
    if (this.#expressions.has(token) || isDigest(token) || this.#secrets.has(token)) return;
    const received = this.#received.get(token);
    if (received !== undefined && received.order_ms < step.at_ms) this.#capture(token, 'id', received);
    else if (this.#pageWith(token, step, false) !== undefined || step.kind !== 'call')
      this.#constant(token, 'id', step.name);
    else {
      this.#make(token);
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

  /** Accounts of requests that log in or sign up. */
  #readLogIn({ url, body }: Post): void {
    for (const { key, value } of leavesOf(bodyOf(body))) {
      if (typeof value !== 'string' || !accountKey.test(key) || this.#secrets.has(value)) continue;
      if (this.#expressions.has(value)) continue;
      const { pathname } = new URL(url);
      if (signUp.test(pathname)) this.#expressions.set(value, ownText(value));
      else this.#constant(value, key, pathname);
    }
  }

  #make(value: string): void {
    this.#made += 1;
    this.#expressions.set(value, `{{ $vu }}-${this.#made}`);
    if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$|^[0-9a-f]{24}$/i.test(value)) {
      this.comments.push(
        `{{ $vu }}-${this.#made} was a UUID or an ObjectID in the recording: an app that checks its form will refuse it`,
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
    const before = this.#session.steps.findLast(({ at_ms }) => at_ms <= place.order_ms);
    const list = this.awaited.get(before) ?? [];
    this.awaited.set(before, list);
    const same = list.find((one) => one.event === event);
    if (same) same.captures.push({ as, path });
    else list.push({ event: event as EventMessage, captures: [{ as, path }] });
  }

  /** When a page first showed it, before the step was sent. */
  #pageWith(value: string, { at_ms }: Step, isMadeHere: boolean): number | undefined {
    const shown = this.#recording.pages.filter((page) => page.at_ms <= at_ms);
    return shown.find(({ url, html, isLoad }) => {
      // A page that makes an id shows it in its address, and then sends it.
      if (isMadeHere && !isLoad) return false;
      return addressWords(url).includes(value) || (looksMade(value) && html?.includes(value));
    })?.at_ms;
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

/** What a page's address says, other than which of the app's pages it is. */
function addressWords(url: string): string[] {
  const { pathname, searchParams, hash } = new URL(url);
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const inHash = hash.split(/[#/?&=]/).filter((segment) => segment !== '');
  return [...segments.slice(1), ...inHash.slice(-1), ...searchParams.values()].map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Whether a text looks like an id that a program made: kinds of letters change in it again and again. */
export function looksMade(text: string): boolean {
  if (!/^[\w-]{8,64}$/.test(text)) return false;
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$|^[0-9a-f]{24}$/i.test(text)) return true;
  const kinds = [...text].map((letter) =>
    /[a-z]/.test(letter) ? 'a' : /[A-Z]/.test(letter) ? 'A' : /\d/.test(letter) ? '0' : '-',
  );
  const changes = kinds.filter((kind, i) => i > 0 && kind !== kinds[i - 1]).length;
  return new Set(kinds.filter((kind) => kind !== '-')).size > 1 && changes >= text.length / 4;
}

/** A digest follows from something else, so a made-up one would mean nothing. */
const isDigest = (text: string): boolean => /^([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i.test(text);

const tokensOf = (text: string): string[] => (/\s/.test(text) ? [] : text.split(/[^\w-]+/).filter(looksMade));

/** A text of a user's own: the recorded one, and which virtual user wrote it. */
function ownText(value: string): string {
  const [, local, domain] = /^([^\s@]+)@([^\s@]+\.[^\s@]+)$/.exec(value) ?? [];
  if (local !== undefined) return `${local}+{{ $vu }}@${domain}`;
  return /\s/.test(value) ? `${value} {{ $vu }}` : `${value}-{{ $vu }}`;
}

const singular = (name: string): string => (name.split(/\W/)[0] ?? '').replace(/(?<=\w{2})s$/, '') || 'value';

const keyOf = (value: unknown): string => (typeof value === 'number' ? `number ${value}` : String(value));
