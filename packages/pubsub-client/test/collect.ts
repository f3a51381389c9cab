import type { Change, Client } from '../src/index.ts';

/** Keeps every change that a client hands on, and lets a test wait for a number of them. */
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
    /** Resolves when so many changes have come in all. */
    reach: (count: number) =>
      new Promise<void>((resolve) => {
        if (changes.length >= count) resolve();
        else waiting = { count, resolve };
      }),
  };
}

/** The next disconnection's reason. */
export function disconnection(client: Client): Promise<string> {
  return new Promise((resolve) => client.onDisconnect(resolve));
}
