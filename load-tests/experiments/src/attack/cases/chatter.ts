import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import { addressOf } from '../address.ts';
import { witnessed } from '../prepare.ts';
import { startWitness } from '../watch.ts';
import { answeredMeanwhile, type Case, watchEnd } from './case.ts';

const connections = 20;
const messages = 4500;
/** What was sent is read meanwhile, or its connection cut. */
const settling_ms = 3000;

/** Connections send what a server answers, or takes, before it comes to counting. */
export const chatter: Case = {
  key: 'chatter',
  title: `${connections} connections that send ${messages.toLocaleString('en')} heartbeats at once, three times`,
  bound: 'the same process; others are answered',
  boundInTime: 'the same process; others are answered, their calls within 500 ms (99 %)',
  stacks: ['mean', 'meteor'],
  async run({ stack, app, testbed }) {
    const hasEnded = watchEnd(app);
    const stop = await startWitness(stack, app, witnessed, testbed);
    const send = async (n: number) => {
      const path =
        stack === 'mean' ? '/socket.io/?EIO=4&transport=websocket' : `/sockjs/000/chatter${n}/websocket`;
      const socket = new WebSocket(new URL(path, app.url.replace(/^http/, 'ws')), {
        localAddress: addressOf(n),
      });
      socket.on('error', () => {});
      const closed = once(socket, 'close').catch(() => {});
      await Promise.race([once(socket, 'message'), closed]).catch(() => {});
      for (let turn = 0; turn < 3 && socket.readyState === WebSocket.OPEN; turn++) {
        if (stack === 'mean') for (let sent = 0; sent < messages; sent++) socket.send('3');
        else socket.send(JSON.stringify(Array(messages).fill('{"msg":"ping"}')));
        await new Promise(setImmediate);
      }
      return socket;
    };
    const sockets = await Promise.all(Array.from({ length: connections }, (_, n) => send(n)));
    await pause(settling_ms);
    const left = sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
    for (const socket of sockets) socket.terminate();
    const others = answeredMeanwhile(await stop());
    return {
      held: !hasEnded() && others.held,
      inTime: others.inTime,
      seen: hasEnded() ? 'the process ended' : `${connections - left} were closed; ${others.seen}`,
    };
  },
};
