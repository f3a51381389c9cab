import { readFile } from 'node:fs/promises';

const established = '01';

/**
 * The clients that are connected to a port of 127.0.0.1, by the system's table of the server's sockets.
 * @returns the other ends' ports; undefined where the system doesn't tell (only Linux does)
 */
export async function connectedTo(port: number): Promise<Set<number> | undefined> {
  const table = await readFile('/proc/net/tcp', 'utf8').catch(() => undefined);
  if (table === undefined) return undefined;
  const ports = new Set<number>();
  for (const line of table.trim().split('\n').slice(1)) {
    const [, local = '', remote = '', state] = line.trim().split(/\s+/);
    if (state === established && portOf(local) === port) ports.add(portOf(remote));
  }
  return ports;
}

/** An address is `0100007F:0BB8`. */
function portOf(address: string): number {
  return Number.parseInt(address.split(':')[1] ?? '', 16);
}
