import { overSocketio } from '../askers/node-socketio.ts';
import { loadOver } from '../load.ts';
import { way } from '../way.ts';
import socketio from './socketio.ts';

/** The original's load: websocket-bench sends all requests of a connection without waiting for an answer. */
export default way({
  key: 'socketio-at-once',
  title: 'Socket.io, all requests of a connection at once',
  parts: ['load'],
  front: 'http1',
  isOpened: socketio.isOpened,
  options: socketio.options,
  libraries: ['socket.io', 'socket.io-client'],
  openInPage: socketio.openInPage,
  openInNode: overSocketio,
  playLoad: loadOver(overSocketio, 'at once'),
});
