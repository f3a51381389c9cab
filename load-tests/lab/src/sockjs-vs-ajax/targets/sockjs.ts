import { sockjsCarrier } from '../carrier.ts';

/** The original's SockJS: whatever transport it takes by itself, which is WebSocket. */
export default sockjsCarrier({
  key: 'sockjs',
  title: 'SockJS',
  parts: ['original', 'opening', 'variants', 'flight', 'pull', 'put'],
});
