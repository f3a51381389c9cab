import type { Carrier } from '../carrier.ts';
import { startMeteor } from '../meteor.ts';
import ddpSockjs from './ddp-sockjs.ts';

/** The same without the copy that Meteor keeps of what each client has been sent. */
const carrier: Carrier = {
  ...ddpSockjs,
  key: 'ddp-sockjs-unmerged',
  title: 'DDP in SockJS, NO_MERGE_NO_HISTORY',
  start: (stage, options) => startMeteor(stage, options, 'NO_MERGE_NO_HISTORY'),
};
export default carrier;
