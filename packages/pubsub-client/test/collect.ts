import type { Change, Client } from '../src/index.ts';

/** Stores every change of a client, and lets a test wait for a number of them. */
export function collect(client: Client) {
  const changes: Change[] = [];
  const stamps: bigint[] = [];
  let waiting: { count: number; resolve(): void } | undefined;
  client.onChange((change, at_ns) => {
    changes.push(change);
    stamps.push(at_ns);
    if (waiting && changes.length >= waiting.count) waiting.resolve();
  });
  return {
    changes,
    stamps,
    /** Resolves when this many changes have arrived in total. */
    reach: (count: number) =>
      new Promise<void>((resolve) => {
        if (changes.length >= count) resolve();
        else waiting = { count, resolve };
      }),
  };
}

/** Resolves with the reason of the next disconnection. */
export function disconnection(client: Client): Promise<string> {
  return new Promise((resolve) => client.onDisconnect(resolve));
}
