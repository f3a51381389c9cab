import { once } from 'node:events';
import { connect } from 'node:net';
import { findToxiproxy, ToxiproxyMissing } from '@meteor-vs-mean/testbed/network';
import { expect, onTestFinished, test } from 'vitest';
import { openTestbed } from '../src/testbed.ts';

const echo = new URL('./echo.ts', import.meta.url);

const hasToxiproxy = await findToxiproxy(() => {}).then(
  () => true,
  (error) => {
    if (!(error instanceof ToxiproxyMissing)) throw error;
    console.log(`Skipped where toxiproxy isn't: ${error.message}`);
    return false;
  },
);

test.runIf(hasToxiproxy)(
  'with a round trip, opening and one exchange take it twice, and the count is the same',
  async () => {
    const testbed = openTestbed({ size: 'toy', seed: 1, signal: new AbortController().signal });
    onTestFinished(() => testbed[Symbol.asyncDispose]());
    const server = await testbed.program(echo);
    const address = { host: '127.0.0.1', port: Number(server.ready.port) };
    const meter = await testbed.meter(address, { roundTrip_ms: 100 });
    const began = performance.now();
    const socket = connect({ port: meter.port, host: '127.0.0.1' });
    socket.write(Buffer.alloc(1000, 'x'));
    const [back] = await once(socket, 'data');
    expect(back).toHaveLength(1000);
    expect(performance.now() - began).toBeGreaterThanOrEqual(198);
    expect(meter.counts()).toEqual({ up_bytes: 1000, down_bytes: 1000, connections: 1 });
    socket.destroy();
    await expect(testbed.meter(address, { roundTrip_ms: 65 })).rejects.toThrow("65 ms can't be halved");
  },
);
