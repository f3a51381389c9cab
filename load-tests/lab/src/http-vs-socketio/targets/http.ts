import { overFetch } from '../askers/fetch.ts';
import { overHttp } from '../askers/node-http.ts';
import { loadByAutocannon } from '../load.ts';
import { way } from '../way.ts';

/** The original's HTTP. */
export default way({
  key: 'http',
  title: 'HTTP/1.1: Feathers on Express',
  parts: ['requests', 'opening', 'load'],
  front: 'http1',
  isOpened: { page: false, node: false },
  options: {},
  libraries: ['autocannon'],
  openInPage: overFetch,
  openInNode: overHttp,
  playLoad: loadByAutocannon,
});
