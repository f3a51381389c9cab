import type { Server, Socket } from 'node:net';

/** As the operating system's sockets have it, also those that have closed: of TLS what went over the wire. */
export interface SocketCounts {
  connections: number;
  read_bytes: number;
  written_bytes: number;
}

/** Counts at a server's own sockets, apart from the relay that counts, too. @returns what tells the counts */
export function watchSockets(server: Server): () => SocketCounts {
  const open = new Set<Socket>();
  const past = { connections: 0, read_bytes: 0, written_bytes: 0 };
  server.on('connection', (socket) => {
    past.connections += 1;
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      past.read_bytes += socket.bytesRead;
      past.written_bytes += socket.bytesWritten;
    });
  });
  return () => {
    const now = { ...past };
    for (const { bytesRead, bytesWritten } of open) {
      now.read_bytes += bytesRead;
      now.written_bytes += bytesWritten;
    }
    return now;
  };
}
