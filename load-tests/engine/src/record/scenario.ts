/**
 * Writes the scenario of a session. Where all calls after the first write are writes of one kind, each of which was seen
 * to arrive, that write is a `publish` step: its deliveries to all users are accounted for. Any other session is a journey:
 * its calls are calls, each waits for the event that showed it (`response`), and `hold: { for: 0 }` ends it, so that
 * `pubsub-capacity --raise users` can count who got that far.
 */
import { deliveriesOf, type Shown } from './deliveries.ts';
import { Flow } from './flow.ts';
import { deliveryOf, publishable, publishing } from './publish.ts';
import type { Secrets } from './secrets.ts';
import { appAddress, isWrite, type Session } from './session.ts';
import type { Values } from './values.ts';
import type { Recording } from './wire.ts';
import { Commented, toYaml } from './yaml.ts';

export interface Scenario {
  yaml: string;
  kind: 'publish' | 'journey';
  /** The variables of the environment that it needs, with what was recorded. */
  env: Record<string, string>;
  /** Calls, and those of them whose event came. */
  calls: number;
  shown: number;
}

const end = new Commented(['counts who came this far, for pubsub-capacity --raise users'], {
  hold: { for: 0 },
});

/** Writes the scenario of a session. */
export function scenarioOf(
  session: Session,
  values: Values,
  secrets: Secrets,
  recording: Recording,
): Scenario {
  const { steps } = session;
  const shown = deliveriesOf(session, values);
  const flow = new Flow(session, values, secrets, shown, recording.pages);
  const given = { session, values, secrets, shown, flow };
  const first = publishable(given);
  const written = first === undefined ? [...flow.of(steps), end] : publishing(first, given);
  const constants = Object.entries(values.variables).map(([name, value]) => [name, secrets.hide(value)]);
  const variables = {
    ...Object.fromEntries(constants),
    ...(first === undefined ? {} : { rate: 5, duration: 15 }),
  };
  const deliveries = first === undefined ? {} : { deliveries: [deliveryOf(shown.get(first) as Shown)] };
  const config = {
    target: secrets.hide(appAddress(session.url)),
    phases: [{ duration: 5, arrivalCount: 50 }],
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    engines: { pubsub: { ...connectionOf(session, secrets, recording), ...flow.options, ...deliveries } },
  };
  const body = toYaml({ config, scenarios: [{ name: 'recorded', engine: 'pubsub', flow: written }] });
  const env = secrets.usedIn(body.replaceAll(/^ *#.*$/gm, ''));
  const from = recording.pages[0] === undefined ? '' : ` from ${new URL(recording.pages[0].url).origin}`;
  const head = [
    `Recorded by pubsub-record${from}.`,
    ...(Object.keys(env).length > 0
      ? [`Secrets are not in this file. Set them before a run: ${Object.keys(env).join(', ')}.`]
      : []),
    ...(constants.length > 0
      ? ['`variables` names what was in the page: all virtual users share it, unless you change that.']
      : []),
    ...(body.includes('{{ $vu }}')
      ? [
          '`{{ $vu }}` is the id of a virtual user: it is in what the page made, so that each user makes its own.',
        ]
      : []),
    ...(first === undefined
      ? []
      : ['`{{ $writeId }}` is the id of a write: every user gets it where `deliveries` says.']),
    ...values.comments,
    ...session.comments.flatMap((comment) => flow.linesOf(comment)),
  ];
  return {
    yaml: head.map((line) => `# ${secrets.hide(line)}\n`).join('') + body,
    kind: first === undefined ? 'journey' : 'publish',
    env,
    calls: steps.filter(isWrite).length,
    shown: shown.size,
  };
}

/** What all connections have, besides what the page sent with each. */
function connectionOf(session: Session, secrets: Secrets, { cookieHeaders }: Recording): object {
  const { transport, url, namespace, shape, subscribes, connections, steps } = session;
  const path = new URL(url).pathname.replace(/\/$/, '');
  const cookie = cookieHeaders.get(connections[0]?.id ?? '');
  // A request that logs in brings a cookie of the user's own.
  const needsCookie = cookie !== undefined && !steps.some(({ kind }) => kind === 'post');
  return {
    transport,
    ...(transport === 'socketio' && path !== '/socket.io' ? { path } : {}),
    ...(namespace === '/' ? {} : { namespace }),
    ...(needsCookie ? { headers: { Cookie: secrets.hide(cookie) } } : {}),
    ...(shape === undefined || shape === 'auto' ? {} : { answer: shape }),
    ...(subscribes ? { subscribeEvent: 'subscribe', unsubscribeEvent: 'unsubscribe' } : {}),
  };
}
