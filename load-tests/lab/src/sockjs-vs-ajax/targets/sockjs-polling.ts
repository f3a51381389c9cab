import { sockjsCarrier } from '../carrier.ts';

/** Its last resort: a request waits for what comes next, another for each send. */
export default sockjsCarrier({
  key: 'sockjs-polling',
  title: 'SockJS, xhr-polling',
  parts: ['opening', 'variants', 'pull'],
  only: 'xhr-polling',
});
