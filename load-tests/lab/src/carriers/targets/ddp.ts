import { meteorCarrier } from '../meteor.ts';

/** On Meteor's /websocket, which has no frames of SockJS. */
export default meteorCarrier('ddp', 'DDP', 'ddp');
