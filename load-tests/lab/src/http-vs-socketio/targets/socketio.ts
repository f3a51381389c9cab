import { overSocketio } from '../askers/node-socketio.ts';
import { overPageSocketio } from '../askers/page-socketio.ts';
import { loadOver } from '../load.ts';
import { way } from '../way.ts';

/** The original's Socket.io opened with one HTTP request and one frame: so it began with WebSocket. */
export default way({
  key: 'socketio',
  title: 'Socket.io over WebSocket: Feathers',
  parts: ['requests', 'opening', 'load'],
  front: 'http1',
  isOpened: { page: true, node: true },
  options: { transports: ['websocket'] },
  libraries: ['socket.io', 'socket.io-client'],
  scripts: ['socket.io-client/dist/socket.io.js'],
  openInPage: overPageSocketio,
  openInNode: overSocketio,
  playLoad: loadOver(overSocketio, 'one by one'),
});
