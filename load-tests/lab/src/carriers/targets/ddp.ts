import type { Carrier } from '../carrier.ts';
import { onMeteor, startMeteor } from '../meteor.ts';

/** On Meteor's /websocket, which has no frames of SockJS. */
const carrier: Carrier = {
  ...onMeteor,
  key: 'ddp',
  title: 'DDP',
  start: (stage, options) => startMeteor(stage, options),
  async connect(options) {
    const { subscribeByPubSub } = await import('../pubsub-subscriber.ts');
    return subscribeByPubSub('ddp', options);
  },
};
export default carrier;
