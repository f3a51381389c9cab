import type { Experiment, Load, Plan } from '../experiment.ts';
import { type Carrier, carriers } from './carrier.ts';
import { claims } from './claims.ts';
import { extents, type Objections, type Original } from './extents.ts';
import { measureObjections } from './measure-objections.ts';
import { measureOriginal } from './measure-original.ts';
import { figures, objectionTables, originalTables } from './tables.ts';

/**
 * The original and its code, which pressed a button and counted: https://github.com/peterbe/sockshootout. One message
 * `{count}`, the server adds one, and so on until the number asked for; jQuery's `getJSON` against SockJS on another
 * port, whose opening was in the time.
 */
export default {
  name: 'sockjs-vs-ajax',
  title: 'SockJS or AJAX',
  question: 'Is SockJS faster than AJAX for one message at a time, once there is a round trip to wait for?',
  source: {
    title: 'Are WebSockets faster than AJAX? ...with latency in mind?',
    author: 'Peter Bengtsson',
    year: 2012,
    url: 'https://www.peterbe.com/plog/are-websockets-faster-than-ajax',
    machine:
      'a laptop for localhost; else a server in London and Firefox in California; Tornado 2.2 on Python',
  },
  targets: carriers,
  plan: (size): Plan => {
    const { repeats, originals, objections } = extents[size];
    return {
      repeats,
      loads: [...originals.map(originalLoad), ...objections.map(objectionLoad)],
      figures,
      tables: [...originalTables(originals), ...objectionTables(objections, carriers)],
      claims,
    };
  },
} satisfies Experiment;

function originalLoad({ presses, roundTrip_ms, ...load }: Original): Load {
  return {
    ...load,
    title: presses.length > 1 ? away(roundTrip_ms) : `${away(roundTrip_ms)}, ${presses[0]?.total} messages`,
    baseline: roundTrip_ms === 0 ? 'ajax' : null,
    measure: (target, testbed) => measureOriginal(named(target), testbed, { roundTrip_ms, presses }),
  };
}

function objectionLoad({ amounts, roundTrip_ms, targets, ...load }: Objections): Load {
  return {
    ...load,
    title: `${away(roundTrip_ms)}, warm`,
    targets: targets ?? carriers.map(({ key }) => key),
    baseline: roundTrip_ms === 0 ? 'fetch' : null,
    measure: (target, testbed) => measureObjections(named(target), testbed, { roundTrip_ms, amounts }),
  };
}

function away(roundTrip_ms: number): string {
  return roundTrip_ms === 0 ? 'On one machine' : `${roundTrip_ms} ms away`;
}

function named(key: string): Carrier {
  const found = carriers.find((carrier) => carrier.key === key);
  if (!found) throw new Error(`There is no target "${key}"`);
  return found;
}
