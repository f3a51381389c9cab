/** The engine's receiving path, with every latency recorded; asked and answering as bare-receiver does. */
import { connect, type Transport } from '@meteor-vs-mean/pubsub-client';
import { Account } from '../src/account/account.ts';
import { Groups } from '../src/account/groups.ts';
import { LatencyReport } from '../src/account/latency-report.ts';
import { whole } from '../src/account/share.ts';
import { compileIdentifier, WriteIds } from '../src/script/identifier.ts';

const { URL: url = '', PROTOCOL, CONNECTIONS, WRITES } = process.env;
const connections = Number(CONNECTIONS);
const writes = Number(WRITES);
const t0_ns = process.hrtime.bigint();
const account = new Account({
  ids: new WriteIds('bench', writes),
  groups: new Groups(writes, 1),
  due_us: new Array(writes).fill(0),
  writers: 4,
  machines: 1,
  deliveries: [
    PROTOCOL === 'socketio'
      ? { event: 'added', path: '1._id', identify: compileIdentifier('1._id') }
      : { event: 'added', collection: 'todos', path: '0.id', identify: compileIdentifier('0.id') },
  ],
  removals: ['removed'],
  start: () => ({ t0_ns, share: whole }),
});
new LatencyReport(account, { emit: () => {} }, 80_000);

for (let i = 0; i < connections; i++) {
  const client = await connect({ url, transport: PROTOCOL as Transport, subscribeEvent: 'subscribe' });
  const subscriber = account.add(process.hrtime.bigint());
  client.onChange((change, at_ns) => account.take(subscriber, change, at_ns));
  await client.subscribe('todos.byList');
}

process.stdin.on('data', () => {
  const { user, system } = process.cpuUsage();
  const { deliveries } = account;
  if (account.latency.histogram.totalCount !== deliveries) throw new Error('a latency is missing');
  console.log(JSON.stringify({ deliveries, cpu_ms: (user + system) / 1000 }));
});
process.stdin.on('end', () => process.exit());
