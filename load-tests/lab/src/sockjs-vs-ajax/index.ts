import type { Experiment } from '../experiment.ts';
import { targetsIn } from '../find-targets.ts';
import type { Carrier } from './carrier.ts';
import { planOf } from './plan.ts';

const found = (await targetsIn(new URL('./targets/', import.meta.url))) as Carrier[];
/** In the order of their columns. */
const carriers = found.sort((a, b) => (a.key < b.key ? -1 : 1));

/**
 * The original and its code, which pressed a button and counted: https://github.com/peterbe/sockshootout. One message
 * `{count}`, the server adds one, and so on until the number asked for; jQuery's `getJSON` against SockJS on another
 * port, whose opening was in the time.
 */
const experiment: Experiment = {
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
  plan: (size) => planOf(size, carriers),
};

export default experiment;
