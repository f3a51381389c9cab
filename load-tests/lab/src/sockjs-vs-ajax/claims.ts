import type { PlannedClaim } from '../experiment.ts';

/** What the source said, beside what is measured here; why: from evidence where the two differ by more than twice. */
export const claims: readonly PlannedClaim[] = [
  {
    key: 'near-10',
    what: 'SockJS over AJAX, messages a second: 10 messages on one machine',
    published: { text: '141 over 78 messages/s', ratio: 141 / 78.1 },
    here: { figure: 'rate_10', load: 'near', over: ['sockjs', 'ajax'] },
    why: 'Ten messages take as long as opening does.',
  },
  {
    key: 'near-100',
    what: 'SockJS over AJAX, messages a second: 100 messages on one machine',
    published: { text: '1,408 over 299 messages/s', ratio: 1408 / 299 },
    here: { figure: 'rate_100', load: 'near', over: ['sockjs', 'ajax'] },
    why: '',
  },
  {
    key: 'near-1000',
    what: 'SockJS over AJAX, messages a second: 1,000 messages on one machine',
    published: { text: '2,146 over 341 messages/s', ratio: 2146 / 341 },
    here: { figure: 'rate_1000', load: 'near', over: ['sockjs', 'ajax'] },
    why: '',
  },
  {
    key: 'far-10',
    what: 'SockJS over AJAX: 10 messages, 228 ms away',
    published: { text: '1.75 over 4.46 messages/s', ratio: 1.75 / 4.46 },
    here: { figure: 'rate_10', load: 'far-228', over: ['sockjs', 'ajax'] },
    why: '',
  },
  {
    key: 'far-100',
    what: 'SockJS over AJAX: 100 messages, 228 ms away',
    published: { text: '4.30 over 3.57 messages/s', ratio: 4.3 / 3.57 },
    here: { figure: 'rate_100', load: 'long-228', over: ['sockjs', 'ajax'] },
    why: '',
  },
  {
    key: 'far-1000',
    what: 'SockJS over AJAX: 1,000 messages, 228 ms away',
    published: { text: '4.39 over 3.79 messages/s', ratio: 4.39 / 3.79 },
    here: { figure: 'rate_1000', load: 'long-228', over: ['sockjs', 'ajax'] },
    why: '',
  },
];
