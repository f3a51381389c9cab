import type { PlannedClaim } from '@meteor-vs-mean/measure/results';
/** What the source said, to compare with the figures here; `why` has evidence where they differ by more than twice. */
export const claims: readonly PlannedClaim[] = [
  {
    key: 'near-10',
    what: 'SockJS over AJAX, messages a second: 10 messages on one machine',
    published: { text: '141 over 78 messages/s', ratio: 141 / 78.1 },
    here: { figure: 'rate_10', load: 'near', over: ['sockjs', 'ajax'] },
    why: 'Ten messages are mostly start-up. Here SockJS opens two connections one after the other, asks for /info and upgrades, on code that runs for the first time; of AJAX a connection is open. There the first ten requests took 13 ms each, four times what they took among 1,000: likely a browser that warmed up, and that fell on AJAX.',
  },
  {
    key: 'near-100',
    what: 'SockJS over AJAX, messages a second: 100 messages on one machine',
    published: { text: '1,408 over 299 messages/s', ratio: 1408 / 299 },
    here: { figure: 'rate_100', load: 'near', over: ['sockjs', 'ajax'] },
    why: 'Opening is in the time, and a hundred messages don’t outweigh it: there, by its own figures, it was about 27 of the 71 ms that they took over SockJS. How soon it is done depends on how warm the page is.',
  },
  {
    key: 'near-1000',
    what: 'SockJS over AJAX, messages a second: 1,000 messages on one machine',
    published: { text: '2,146 over 341 messages/s', ratio: 2146 / 341 },
    here: { figure: 'rate_1000', load: 'near', over: ['sockjs', 'ajax'] },
    why: 'A request still costs more than a message: the tables of bytes and of CPU have what of it is on the wire and at each end. There it was Firefox, and Tornado on Python.',
  },
  {
    key: 'far-10',
    what: 'SockJS over AJAX: 10 messages, 228 ms away',
    published: { text: '1.75 over 4.46 messages/s', ratio: 1.75 / 4.46 },
    here: { figure: 'rate_10', load: 'far-228', over: ['sockjs', 'ajax'] },
    why: 'Opening is in the time: five round trips to the first answer here (TCP, /info, TCP, upgrade, message), so that ten messages take 14. There, by its own figures, opening took 3.4 s before ten messages, about 15 round trips, and half a second before a hundred; it doesn’t say why.',
  },
  {
    key: 'far-100',
    what: 'SockJS over AJAX: 100 messages, 228 ms away',
    published: { text: '4.30 over 3.57 messages/s', ratio: 4.3 / 3.57 },
    here: { figure: 'rate_100', load: 'long-228', over: ['sockjs', 'ajax'] },
    why: 'Here both take one round trip a message, and SockJS four more to open. There a request took 280 ms where a message took 228; it doesn’t say why.',
  },
  {
    key: 'far-1000',
    what: 'SockJS over AJAX: 1,000 messages, 228 ms away',
    published: { text: '4.39 over 3.79 messages/s', ratio: 4.39 / 3.79 },
    here: { figure: 'rate_1000', load: 'long-228', over: ['sockjs', 'ajax'] },
    why: 'Here both take one round trip a message, and opening is spread thin. There a request took 264 ms where a message took 228; it doesn’t say why.',
  },
];
