import { sockjsCarrier } from '../carrier.ts';

/** What SockJS falls back to without WebSocket: one long answer down, a request for each send. */
export default sockjsCarrier({
  key: 'sockjs-streaming',
  title: 'SockJS, xhr-streaming',
  parts: ['opening', 'variants', 'pull'],
  only: 'xhr-streaming',
});
