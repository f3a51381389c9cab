import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { host } from '@meteor-vs-mean/testbed/process';

/** A DNS server for a few names that returns all addresses of a name, like Docker's and Kubernetes' own. */
export interface Names extends AsyncDisposable {
  /** address:port, for DNS_SERVER. */
  readonly address: string;
}

const typeA = 1;
const headerBytes = 12;

/** @param addresses of each name, as IPv4 */
export async function openNames(addresses: Readonly<Record<string, readonly string[]>>): Promise<Names> {
  const socket = createSocket('udp4');
  socket.on('message', (query: Buffer, from: RemoteInfo) => {
    socket.send(answerTo(query, addresses), from.port, from.address);
  });
  socket.bind(0, host);
  await once(socket, 'listening');
  return {
    address: `${host}:${socket.address().port}`,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** One question, and an answer with all addresses, or none for an unknown name. */
function answerTo(query: Buffer, addresses: Readonly<Record<string, readonly string[]>>): Buffer {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query[at] as number; length > 0; length = query[at] as number) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const type = query.readUInt16BE(at + 1);
  const question = query.subarray(headerBytes, at + 5);
  const known = addresses[labels.join('.')];
  const found = type === typeA ? (known ?? []) : [];
  const header = Buffer.alloc(headerBytes);
  query.copy(header, 0, 0, 2);
  // An authoritative answer, with code 3 for a name that doesn't exist.
  header.writeUInt16BE(0x8580 | (known === undefined ? 3 : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(found.length, 6);
  const records = found.map((address) => {
    // The name of the question, type A, class IN, for one second, four bytes.
    const record = Buffer.from([0xc0, headerBytes, 0, typeA, 0, 1, 0, 0, 0, 1, 0, 4]);
    return Buffer.concat([record, Buffer.from(address.split('.').map(Number))]);
  });
  return Buffer.concat([header, question, ...records]);
}
