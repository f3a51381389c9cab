import { meteorCarrier } from '../meteor.ts';

/** The same without the copy that Meteor keeps of what each client has been sent. */
export default meteorCarrier(
  'ddp-sockjs-unmerged',
  'DDP in SockJS, NO_MERGE_NO_HISTORY',
  'ddp-sockjs',
  'NO_MERGE_NO_HISTORY',
);
