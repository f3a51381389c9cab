import type { Carrier } from '../carrier.ts';
import { onMeteor, startMeteor } from '../meteor.ts';

/** As Meteor's browsers speak it. */
const carrier: Carrier = {
  ...onMeteor,
  key: 'ddp-sockjs',
  title: 'DDP in SockJS',
  start: (stage, options) => startMeteor(stage, options),
  async connect(options) {
    const { subscribeByPubSub } = await import('../pubsub-subscriber.ts');
    return subscribeByPubSub('ddp-sockjs', options);
  },
};
export default carrier;
