import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@meteor-vs-mean/contract';
import WebSocket from 'ws';
import { addressOf } from '../address.ts';
import { watchMemory } from '../watch.ts';
import { areServed, type Case, isServed, watchEnd } from './case.ts';
import { addLargeList } from './large-lists.ts';

const readers = 40;
const lists = 5;

/** Clients subscribe to much, and read nothing. */
export const stalledReaders: Case = {
  key: 'stalled-readers',
  title: `${readers} clients that read nothing, ${lists} lists of ${limits.todosPerList.toLocaleString('en')} todos each`,
  bound: 'alive with a heap of 512 MB (new objects: 8 MB), less than 400 MB of memory, others are served',
  stacks: ['mean', 'meteor'],
  // With less garbage at a time than Node's own setting allows, as compose starts MEAN's app.
  start: { env: { NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=8' } },
  async run({ stack, app, db, client }) {
    for (let list = 0; list < lists; list++) await addLargeList(db, `large-${list}`, limits.todosPerList);
    const hasEnded = watchEnd(app);
    const stop = await watchMemory(app);
    const sockets = await Promise.all(
      Array.from({ length: readers }, (_, n) => stalled(stack === 'mean', app.url, addressOf(n))),
    );
    await pause(20_000);
    const other = await isServed(client(500));
    for (const socket of sockets) socket.terminate();
    const most_MB = stop().most_bytes / 1e6;
    return {
      held: !hasEnded() && other && most_MB < 400,
      seen: hasEnded() ? 'the process ended' : `${Math.round(most_MB)} MB at most, ${areServed(other)}`,
    };
  },
};

/** Asks for all lists, and never reads again. */
function stalled(isMean: boolean, url: string, localAddress: string): Promise<WebSocket> {
  const path = isMean ? '/socket.io/?EIO=4&transport=websocket' : '/websocket';
  const socket = new WebSocket(url.replace(/^http/, 'ws') + path, { localAddress, perMessageDeflate: false });
  socket.on('error', () => {});
  return new Promise((resolve) => {
    const isReady = (text: string) => (isMean ? text.startsWith('40') : text.includes('"connected"'));
    socket.once('close', () => resolve(socket));
    socket.once('open', () => {
      socket.send(isMean ? '40' : JSON.stringify({ msg: 'connect', version: '1', support: ['1'] }));
    });
    socket.on('message', (data) => {
      if (!isReady(String(data))) return;
      socket.pause();
      for (let list = 0; list < lists; list++) {
        const listId = `large-${list}`;
        socket.send(
          isMean
            ? `42${list}["subscribe","todos.byList",{"listId":"${listId}"}]`
            : JSON.stringify({ msg: 'sub', id: `s${list}`, name: 'todos.byList', params: [{ listId }] }),
        );
      }
      resolve(socket);
    });
  });
}
