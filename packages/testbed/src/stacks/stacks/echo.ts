import { serverStack } from '../server-stack.ts';

/** Sends without storing: what is measured of it is the bench itself. */
export default serverStack({
  name: 'echo',
  title: 'Echo',
  folder: 'apps/smallest/echo',
  modes: ['echo'],
  transports: ['socketio', 'ddp', 'ddp-sockjs'],
  defaultPort: 3700,
  storesNothing: true,
  packages: ['ws'],
});
