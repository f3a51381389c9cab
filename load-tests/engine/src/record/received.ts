/** Where each value of a session came first, among what the server sent. */
import { idKey } from './ids.ts';
import { type Leaf, leavesOf } from './leaves.ts';
import type { EventMessage, Session, Step } from './session.ts';

/** In the answer to a step, in the snapshot that it brought, or else in an event. */
export interface Place {
  order_ms: number;
  step?: Step;
  event?: EventMessage;
  path: readonly string[];
  key: string;
}

export class Received {
  readonly #places = new Map<string, Place>();

  constructor({ steps, events, transport }: Session) {
    for (const step of steps) {
      if (step.answer === undefined || !('result' in step.answer)) continue;
      // As soon as it was sent: a page that seeds the server's ids (DDP's randomSeed) uses them before the answer comes.
      for (const leaf of leavesOf(step.answer.result))
        this.#note({ order_ms: step.at_ms, step, ...leaf }, leaf);
    }
    const subscriptions = steps.filter(({ kind }) => transport !== 'socketio' && kind === 'subscribe');
    const counts = new Map<string, number>();
    for (const event of events) {
      const step = snapshotOf(event, subscriptions);
      const { collection = '', at_ms: order_ms } = event;
      const name = `${steps.indexOf(step as Step)} ${collection}`;
      const n = counts.get(name) ?? 0;
      counts.set(name, n + 1);
      for (const leaf of leavesOf(event.args)) {
        const { key, path } = leaf;
        if (step === undefined) this.#note({ order_ms, event, path, key }, leaf);
        else if (path[1] === 'id' || path[1] === 'fields') {
          const field = path[1] === 'id' ? ['_id'] : path.slice(2);
          this.#note({ order_ms, step, path: [collection, String(n), ...field], key }, leaf);
        }
      }
    }
  }

  /** @returns undefined for what never came */
  placeOf(value: unknown): Place | undefined {
    return this.#places.get(keyOf(value));
  }

  #note(place: Place, { value, key }: Leaf): void {
    if (typeof value !== 'string' && !(typeof value === 'number' && idKey.test(key))) return;
    const before = this.#places.get(keyOf(value));
    if (before === undefined || before.order_ms > place.order_ms) this.#places.set(keyOf(value), place);
  }
}

/** On DDP documents come before `ready`. A server makes one subscription of a connection after the other. */
function snapshotOf(
  { event, at_ms, connection }: EventMessage,
  subscriptions: readonly Step[],
): Step | undefined {
  if (event !== 'added') return undefined;
  return subscriptions
    .filter((step) => step.connection === connection && step.at_ms <= at_ms && at_ms <= step.done_ms)
    .sort((one, other) => one.done_ms - other.done_ms)[0];
}

/** A number is another value than its digits. */
export const keyOf = (value: unknown): string =>
  typeof value === 'number' ? `number ${value}` : String(value);
