/**
 * One end of a way over netem, as a process: `relay.ts inside <folder>` in the shaped network,
 * `relay.ts outside <folder> <host> <port>` where clients and app are. They meet by sockets in the folder.
 */
import path from 'node:path';
import { openRelay } from '../relay/index.ts';

const [role, folder = '', host = '', port = ''] = process.argv.slice(2);
const outbound = path.join(folder, 'outbound');
const inbound = path.join(folder, 'inbound');

if (role === 'inside') {
  const shaped = await openRelay({ path: inbound });
  await openRelay(shaped, { path: outbound });
  console.log(shaped.port);
} else {
  await openRelay({ host, port: Number(port) }, { path: inbound });
  console.log((await openRelay({ path: outbound })).port);
}
