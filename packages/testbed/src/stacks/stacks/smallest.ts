import { serverStack } from '../server-stack.ts';

/** The floor of what a Socket.io server on a change stream costs. */
export default serverStack({
  name: 'smallest',
  title: 'Minimal Socket.io',
  folder: 'apps/smallest',
  environment: 'smallest',
  modes: ['changestream'],
  transports: ['socketio'],
  defaultPort: 3500,
  floorOf: 'mean',
  packages: ['socket.io', 'mongodb'],
});
