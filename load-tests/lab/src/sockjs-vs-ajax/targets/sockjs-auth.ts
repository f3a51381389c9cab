import { sockjsCarrier } from '../carrier.ts';

/** The same signed token, checked once a socket: a message more when it opens. */
export default sockjsCarrier({
  key: 'sockjs-auth',
  title: 'SockJS, token once',
  parts: ['opening', 'variants'],
  login: true,
});
