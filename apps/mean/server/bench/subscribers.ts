/** A process of its own, so that receiving can't delay sending: subscribes, stamps what comes, tells at the end. */
import { connect, type Wire } from './wire.ts';

export interface Subscribe {
  url: string;
  listId: string;
  subscribers: number;
}

export interface Received {
  /** For each delivery: which write, and when it came (ns since `origin_ns`). */
  writes: number[];
  at_ns: number[];
  origin_ns: string;
}

process.once('message', async ({ url, listId, subscribers }: Subscribe) => {
  const origin = process.hrtime.bigint();
  const received: Received = { writes: [], at_ns: [], origin_ns: String(origin) };
  const onEvent = (packet: string) => {
    const at = process.hrtime.bigint();
    if (!packet.startsWith('42["added"')) return;
    const start = packet.indexOf('"_id":"w-') + 9;
    received.writes.push(Number.parseInt(packet.slice(start, packet.indexOf('"', start)), 10));
    received.at_ns.push(Number(at - origin));
  };
  const wires: Wire[] = [];
  for (let k = 0; k < subscribers; k++) {
    const wire = await connect(url, onEvent);
    await wire.call('subscribe', 'todos.byList', { listId });
    wires.push(wire);
  }
  process.send?.('subscribed');
  process.once('message', () => {
    for (const wire of wires) wire.close();
    process.send?.(received, () => process.exit(0));
  });
});
