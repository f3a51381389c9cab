import { setTimeout as pause } from 'node:timers/promises';
import { liveHeap_bytes } from '@meteor-vs-mean/testbed/sampler';
import WebSocket from 'ws';
import { addressOf } from '../address.ts';
import { openConnection } from '../carrier.ts';
import { areServed, type Case, isServed, watchEnd } from './case.ts';

const sockets = 33_000;

/** One connection asks for many sockets at once. */
export const manySockets: Case = {
  key: 'many-sockets',
  title: `${sockets.toLocaleString('en')} requests for a socket in one packet`,
  bound: 'one socket at most, less than 10 MB more heap',
  stacks: ['mean'],
  async run({ app }) {
    const opened = await (await fetch(polling(app.url))).text();
    const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
    const before = await app.probe?.collect();
    await fetch(`${polling(app.url)}&sid=${sid}`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: Array(sockets).fill('40').join('\x1e'),
    }).catch(() => {});
    await pause(500);
    const after = await app.probe?.collect();
    const answered = await Promise.race([
      fetch(`${polling(app.url)}&sid=${sid}`).then((response) => response.text()),
      pause(2000, ''),
    ]).catch(() => '');
    const made = answered.split('\x1e').filter((packet) => packet.startsWith('40')).length;
    const grown_MB = before && after ? (liveHeap_bytes(after) - liveHeap_bytes(before)) / 1e6 : 0;
    return {
      held: made <= 1 && grown_MB < 10,
      seen: `${made} sockets, ${grown_MB.toFixed(1)} MB more heap`,
    };
  },
};

function polling(url: string): string {
  return `${url}/socket.io/?EIO=4&transport=polling`;
}

const foreign = { Origin: 'https://evil.example' };

/** A page of another site opens a live connection. */
export const foreignOrigin: Case = {
  key: 'foreign-origin',
  title: 'A live connection from a page of another origin',
  bound: '403 by WebSocket and by polling',
  stacks: ['mean', 'meteor'],
  async run({ app, stack }) {
    const isMean = stack === 'mean';
    const websockets = isMean
      ? ['/socket.io/?EIO=4&transport=websocket']
      : ['/websocket', '/sockjs/1/stranger/websocket'];
    const requests: [method: string, path: string][] = isMean
      ? [['GET', '/socket.io/?EIO=4&transport=polling']]
      : [
          ['POST', '/sockjs/1/stranger/xhr'],
          ['POST', '/sockjs/1/stranger/xhr_streaming'],
        ];
    const statuses = await Promise.all([
      ...websockets.map((path) => handshake(app.url, path)),
      ...requests.map(async ([method, path]) => {
        const response = await fetch(app.url + path, { method, headers: foreign });
        await response.body?.cancel();
        return response.status;
      }),
    ]);
    return { held: statuses.every((status) => status === 403), seen: `answered ${statuses.join(', ')}` };
  },
};

function handshake(url: string, path: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url.replace(/^http/, 'ws') + path, { headers: foreign });
    socket.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
    socket.once('open', () => {
      resolve(101);
      socket.terminate();
    });
    socket.once('error', () => resolve(0));
  });
}

/** Each kind of message with an id that isn't a string. */
export const strangeIds: Case = {
  key: 'strange-ids',
  title: 'Messages whose ids are no strings',
  bound: 'the same process, and others are served',
  stacks: ['meteor'],
  async run({ app, client }) {
    const hasEnded = watchEnd(app);
    for (const id of [1, null, true, [], {}, [1], { $date: 1 }, 1.5]) {
      const connection = await openConnection('ddp', {
        url: app.url,
        localAddress: addressOf(9),
        onAnswer: () => {},
        onText: () => {},
      }).catch(() => undefined);
      for (const message of [
        { msg: 'method', id: 'a', method: 'todos.setDone', params: [] },
        { msg: 'sub', id, name: 'lists.all', params: [] },
        { msg: 'unsub', id },
        { msg: 'method', id, method: 'todos.setDone', params: [] },
        { msg: 'ping', id },
      ]) {
        connection?.send(JSON.stringify(message));
      }
      await pause(200);
      connection?.close();
    }
    const other = await isServed(client(5));
    return {
      held: !hasEnded() && other,
      seen: hasEnded() ? 'the process ended' : `the process runs, ${areServed(other)}`,
    };
  },
};
