import { meteorCarrier } from '../meteor.ts';

/** As Meteor's browsers speak it. */
export default meteorCarrier('ddp-sockjs', 'DDP in SockJS', 'ddp-sockjs');
