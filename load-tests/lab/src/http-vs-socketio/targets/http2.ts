import { overFetch } from '../askers/fetch.ts';
import { overHttp2 } from '../askers/node-http2.ts';
import { loadOver } from '../load.ts';
import { way } from '../way.ts';

/** Not in the original. Over TLS: browsers speak HTTP/2 in no other way. autocannon doesn't speak it at all. */
export default way({
  key: 'http2',
  title: 'HTTP/2 over TLS: Feathers on Express, by http2-express',
  parts: ['requests', 'opening', 'load'],
  front: 'http2',
  isOpened: { page: false, node: true },
  options: {},
  libraries: ['http2-express'],
  openInPage: overFetch,
  openInNode: overHttp2,
  playLoad: loadOver(overHttp2, 'one by one'),
});
