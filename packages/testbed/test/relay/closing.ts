/** A program of a test: it opens three relays, with something that waits for an hour in each, closes them, and is done. */
import { connect, createServer } from 'node:net';
import { host, listen } from '../../src/process/index.ts';
import { openRelay } from '../../src/relay/index.ts';

const hour_ms = 3_600_000;
const server = createServer((socket) => void socket.pipe(socket).on('error', () => {}));
const target = { host, port: await listen(server) };
const slow = { bytes_per_s: { down: 0.0025 } };
for (const options of [{ delay_ms: { down: hour_ms } }, { handshake_ms: hour_ms }, slow]) {
  await using relay = await openRelay(target, options);
  const client = connect(relay.port, host).on('error', () => {});
  client.write('under way');
  // Back at the relay, or before it.
  const isUnderWay = () =>
    ('handshake_ms' in options ? relay.counts().connections : relay.counts().down_bytes) > 0;
  while (!isUnderWay()) await new Promise(setImmediate);
}
server.close();
