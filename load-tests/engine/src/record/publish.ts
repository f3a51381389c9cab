/** The `publish` step of a session: one kind of write takes the place of all its writes. */
import type { Shown } from './deliveries.ts';
import type { Flow } from './flow.ts';
import { withLeaves } from './leaves.ts';
import type { Secrets } from './secrets.ts';
import type { Session, Step } from './session.ts';
import type { Values } from './values.ts';
import { Commented } from './yaml.ts';

/** The engine's write ids, inside a longer text. */
const writeIdPattern = '(w[0-9a-f]{8}-[0-9a-z]+)';

interface Given {
  session: Session;
  values: Values;
  secrets: Secrets;
  shown: ReadonlyMap<Step, Shown>;
  flow: Flow;
}

/**
 * Finds the first write of those that a `publish` step can stand for: all calls after it are calls of the same name, and
 * each was seen to arrive.
 */
export function publishable({ session, values, shown }: Given): Step | undefined {
  const { steps, namespace } = session;
  const first = steps.find((step) => shown.get(step)?.isFresh);
  if (first === undefined || first.namespace !== namespace) return undefined;
  // A request's write id can only be in JSON.
  const isInBody = first.kind !== 'post' || shown.get(first)?.sent.path[0] === '1';
  if (first.isForm || !isInBody) return undefined;
  const at = steps.indexOf(first);
  // A writer captures from its own calls, before the first write.
  const captured = [...values.answerCaptures.keys()];
  if (values.awaited.size > 0 || captured.some((step) => steps.indexOf(step) >= at)) return undefined;
  const isAlike = (step: Step) =>
    step.kind === first.kind &&
    step.name === first.name &&
    step.namespace === namespace &&
    shown.get(step)?.isFresh === true;
  // An unsubscription ends the session, and what is subscribed late can as well be subscribed before.
  const isBefore = (step: Step) =>
    step.kind === 'unsubscribe' ||
    step.kind === 'get' ||
    (step.kind === 'subscribe' && !values.isOwn(step.params));
  if (!steps.slice(at).every((step) => isBefore(step) || isAlike(step))) return undefined;
  // What one virtual user made or was given is not known to others.
  const others = withLeaves(contentParams(first), ({ value }) =>
    isBrought(first, value, values) ? '' : value,
  );
  return values.isOwn(others) ? undefined : first;
}

/** @returns the flow of a subscriber, which ends with the `publish` step */
export function publishing(first: Step, { session, values, secrets, shown, flow }: Given): unknown[] {
  const { steps } = session;
  const at = steps.indexOf(first);
  const { sent, isWhole } = shown.get(first) as Shown;
  const params = withLeaves(first.params, ({ path, value }) => {
    if (path.join() === sent.path.join()) {
      if (value !== sent.value) return String(value).replace(String(sent.value), '{{ $writeId }}');
      return isWhole && !/\s/.test(String(value)) ? '{{ $writeId }}' : `{{ $writeId }} ${value}`;
    }
    // Texts are the same in each write.
    return isBrought(first, value, values) && typeof value === 'string'
      ? secrets.hide(value)
      : values.template(value);
  }) as unknown[];
  // Subscribers alone need the deliveries, so writers do the rest: log in, join.
  const before = steps
    .slice(0, at)
    .filter(({ kind }) => kind !== 'subscribe' && kind !== 'unsubscribe')
    .flatMap((step) => flow.specOf(step) ?? []);
  const [url, json, headers] = params;
  const hasHeaders = Object.keys(Object(headers)).length > 0;
  const write =
    first.kind === 'post'
      ? { post: url, json, ...(hasHeaders ? { headers } : {}) }
      : { call: secrets.hide(first.name), params, ...(first.asks ? {} : { ack: false }) };
  const publish = {
    ...write,
    ...(before.length === 0 ? {} : { before }),
    rate: '{{ rate }}',
    duration: '{{ duration }}',
  };
  const subscriber = steps.filter(({ kind }, i) => i < at || kind === 'subscribe');
  return [...flow.of(subscriber), new Commented(flow.commentsOf(first), { publish })];
}

/** What `deliveries` says of a write. */
export function deliveryOf({ event, path, isWhole, sent }: Shown): object {
  const isText = !isWhole || /\s/.test(String(sent.value));
  return {
    event: event.event,
    ...(event.collection === undefined ? {} : { collection: event.collection }),
    path: path.join('.'),
    ...(isText ? { pattern: writeIdPattern } : {}),
  };
}

const contentParams = ({ kind, params }: Step): unknown => (kind === 'post' ? params.slice(0, 2) : params);

/** Whether a write brought it: other virtual users need not know it. */
const isBrought = (write: Step, value: unknown, values: Values): boolean =>
  values.isOwnText(value) || values.freshOf(write).some((fresh) => fresh.value === value);
