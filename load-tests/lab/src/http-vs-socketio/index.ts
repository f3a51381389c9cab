import type { Experiment } from '../experiment.ts';
import { targetsIn } from '../find-targets.ts';
import { planOf } from './plan.ts';
import type { Way } from './way.ts';

const ways = (await targetsIn(new URL('./targets/', import.meta.url))) as Way[];

export default {
  name: 'http-vs-socketio',
  title: 'HTTP or Socket.io: requests of a Feathers service',
  question: 'What does it take to ask a Feathers service something, by HTTP and over Socket.io?',
  source: {
    title: 'HTTP vs Websockets: A performance comparison',
    author: 'David Luecke',
    year: 2018,
    url: 'https://blog.feathersjs.com/http-vs-websockets-a-performance-comparison-da2533f13a77',
    machine: 'not known here; the figures of its page fit a round trip of about 80 ms',
  },
  targets: ways,
  plan: (size) => planOf(ways, size),
} satisfies Experiment;
