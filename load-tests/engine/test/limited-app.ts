/**
 * A Socket.io app with a known limit, as a process of its own: it prints its address, and for each line that it gets what it
 * took and refused, and how long it was busy. `node limited-app.ts refuse 120` refuses each write above 120 a second. `node
 * limited-app.ts burn 120` computes for a 120th of a second in each call, so that one core carries nearly 120 a second.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { Server } from 'socket.io';

const [kind, per_s] = [process.argv[2], Number(process.argv[3])];
const http = createServer();
const io = new Server(http, { serveClient: false });
const counts = { taken: 0, refused: 0 };
/** What it may still take: grows by `per_s` in a second, to a tenth of that, since no timer is on time. */
const room = per_s / 10;
let left = room;
let last_ms = performance.now();

function refuses(): boolean {
  const now_ms = performance.now();
  left = Math.min(room, left + ((now_ms - last_ms) * per_s) / 1000);
  last_ms = now_ms;
  if (left < 1) return true;
  left--;
  return false;
}

/** Time, and not its own CPU: others that use the core, or a host that takes it, don't change the limit. */
function burn(): void {
  const end_ms = performance.now() + 1000 / per_s;
  while (performance.now() < end_ms);
}

io.on('connection', (socket) => {
  socket.on('follow', (ack: (reply: unknown) => void) => {
    void socket.join('news');
    ack({ result: [] });
  });
  socket.on('post', (item: { id: string }, ack: (reply: unknown) => void) => {
    if (kind === 'refuse' && refuses()) {
      counts.refused++;
      return ack({ error: { code: 'too-many-requests', message: `more than ${per_s} a second` } });
    }
    if (kind === 'burn') burn();
    counts.taken++;
    io.to('news').emit('news', { id: item.id });
    ack({ result: { id: item.id } });
  });
});
http.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(http.address() as AddressInfo).port}`));
createInterface({ input: process.stdin }).on('line', () => {
  console.log(JSON.stringify({ ...counts, busy_s: performance.eventLoopUtilization().active / 1000 }));
});
