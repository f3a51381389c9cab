import { feature } from '../feature.ts';
import { openCarrier } from '../raw-socket.ts';

const closed = (socket: WebSocket) => new Promise((resolve) => socket.addEventListener('close', resolve));

/** One connection: what ends it. */
export const connections = feature('connections', (add) => {
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
