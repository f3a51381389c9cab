/**
 * One end of a way over netem, as a process: `relay.ts inside <folder>` in the shaped network,
 * `relay.ts outside <folder> <host> <port>` where clients and app are. They meet by unix sockets in the folder.
 */
import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import path from 'node:path';

const [role, folder = '', host = '', port = ''] = process.argv.slice(2);
const outbound = path.join(folder, 'outbound');
const inbound = path.join(folder, 'inbound');
const loopback = '127.0.0.1';

/** Leads every connection on to another address. */
async function lead(
  listen: { path: string } | { port: number; host: string },
  to: NetConnectOpts,
): Promise<number> {
  const server = createServer((from: Socket) => {
    const onward = connect(to);
    for (const [one, other] of [
      [from, onward],
      [onward, from],
    ] as const) {
      one.on('error', () => {}); // 'close' follows
      one.on('close', () => other.destroy());
      if ('remotePort' in one) one.setNoDelay(true);
      one.pipe(other);
    }
  });
  server.listen(listen);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

if (role === 'inside') {
  const shaped = await lead({ port: 0, host: loopback }, { path: inbound });
  await lead({ path: outbound }, { port: shaped, host: loopback });
  console.log(shaped);
} else {
  await lead({ path: inbound }, { port: Number(port), host });
  console.log(await lead({ port: 0, host: loopback }, { path: outbound }));
}
