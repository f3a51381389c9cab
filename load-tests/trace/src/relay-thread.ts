/** The relays' thread: see relays.ts. What comes is passed on first, and looked at afterwards. */
import { parentPort } from 'node:worker_threads';
import { openRelay, type Tap, tapWebSocket } from '@meteor-vs-mean/testbed/relay';
import { MongoMessages, WebSocketMessages } from './messages.ts';
import type { Answer, Passed, Request, Way } from './relays.ts';

let passed: Passed[] = [];
let connections = 0;

parentPort?.on('message', async (request: Request) => {
  if ('open' in request) answer({ port: (await open(request.open)).port });
  else {
    answer({ passed });
    passed = [];
  }
});

function answer(message: Answer): void {
  parentPort?.postMessage(message);
}

function open({ name, protocol, host, port }: Way) {
  const Messages = protocol === 'mongodb' ? MongoMessages : WebSocketMessages;
  return openRelay(
    { host, port },
    {
      tap() {
        connections += 1;
        const connection = connections;
        const note = (from: Passed['from']): Tap => {
          const messages = new Messages();
          return (chunk, at_ns, pass) => {
            pass(chunk);
            for (const bytes of messages.take(chunk)) {
              passed.push({ way: name, connection, from, at_ms: Number(at_ns) / 1e6, bytes });
            }
          };
        };
        const taps = { up: note('client'), down: note('server') };
        return protocol === 'mongodb' ? taps : tapWebSocket(taps);
      },
    },
  );
}
