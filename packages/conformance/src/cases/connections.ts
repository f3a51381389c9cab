import { feature } from '../feature.ts';
import { openCarrier } from '../raw-socket.ts';
import type { Subject } from '../subject.ts';

/** What is no message of a stack's, as one frame; SockJS puts many into one. */
function garbageOf({ environment }: Subject): string {
  if (environment.stack === 'mean') return '4garbage';
  return JSON.stringify(Array.from({ length: 500 }, () => '{}'));
}

const closed = (socket: WebSocket) => new Promise((resolve) => socket.addEventListener('close', resolve));

/** One connection: what ends it. */
export const connections = feature('connections', (add) => {
  add('one that sends nothing but garbage is closed, and others are answered', async (subject) => {
    const other = await subject.peer();
    const socket = await openCarrier(subject);
    const end = closed(socket);
    for (let n = 0; n < 10; n += 1) socket.send(garbageOf(subject));
    await end;
    await other.subscribe('lists.all');
  });

  add('one that is closed amid what it has sent closes nothing else', async (subject, skip) => {
    if (subject.environment.stack === 'mean') skip('a frame of its carries one message');
    const other = await subject.peer();
    const socket = await openCarrier(subject);
    const end = closed(socket);
    const unknown = JSON.stringify({ msg: 'connect', version: 'none', support: [] });
    socket.send(JSON.stringify([unknown, unknown]));
    await end;
    await other.subscribe('lists.all');
  });
});
