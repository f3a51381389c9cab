import { overSocketio } from '../askers/node-socketio.ts';
import { overPageSocketio } from '../askers/page-socketio.ts';
import { loadOver } from '../load.ts';
import { way } from '../way.ts';

/** What an app gets that asks for nothing else: long polling first, WebSocket when that has been tried. */
export default way({
  key: 'socketio-polling',
  title: 'Socket.io as it comes: long polling, then WebSocket',
  parts: ['opening'],
  front: 'http1',
  isOpened: { page: true, node: true },
  options: { transports: ['polling', 'websocket'] },
  libraries: ['socket.io', 'socket.io-client'],
  scripts: ['socket.io-client/dist/socket.io.js'],
  openInPage: overPageSocketio,
  openInNode: overSocketio,
  playLoad: loadOver(overSocketio, 'one by one'),
});
