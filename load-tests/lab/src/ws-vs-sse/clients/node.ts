/** A client on Node that counts what is pushed to it: `--ws` with the npm package ws, `--sse` with eventsource. */
import { EventSource } from 'eventsource';
import { Agent, fetch as fetchWith } from 'undici';
import { WebSocket } from 'ws';
import { type Commands, serve } from '../../program-side.ts';
import { type Connect, makeReceiver } from '../receiver.ts';

/** The server's own certificate, where it has one. */
const ca = process.env.LAB_CA;
const tls = ca === undefined ? {} : { ca };

const overWs: Connect = (url, onOpen, onText) => {
  const socket = new WebSocket(url, { perMessageDeflate: false, ...tls });
  socket.on('open', onOpen);
  // As text, as a browser has it.
  socket.on('message', (data) => onText(data.toString()));
  return () => socket.close();
};

// All streams on one connection where it is HTTP/2, as in a browser; one each where it isn't.
const dispatcher =
  ca === undefined
    ? new Agent()
    : new Agent({
        allowH2: true,
        connections: 1,
        pipelining: 256,
        maxConcurrentStreams: 256,
        connect: { ca },
      });

const overSse: Connect = (url, onOpen, onText) => {
  const source = new EventSource(url, {
    fetch: (input, init) => fetchWith(input, { ...init, dispatcher } as Parameters<typeof fetchWith>[1]),
  });
  source.addEventListener('open', onOpen);
  source.addEventListener('message', ({ data }) => onText(data));
  return () => source.close();
};

serve({}, { ...makeReceiver(process.argv.includes('--ws') ? overWs : overSse) } as Commands);
