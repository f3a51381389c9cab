import path from 'node:path';
import { startChild } from '@meteor-vs-mean/testbed/process';
import { connectProbe, type Probe, probeEnvironment } from '@meteor-vs-mean/testbed/sampler';

/** An app that does nothing, in a process of its own: see echo-server.ts. */
export interface Echo {
  readonly url: string;
  readonly pid: number;
  readonly probe: Probe;
  readonly exited: Promise<unknown>;
  stop(): Promise<void>;
}

/** @throws one line if it ends before it says its address */
export async function startEcho(): Promise<Echo> {
  const entry = probeEnvironment('');
  const { promise: address, resolve } = Promise.withResolvers<string>();
  const child = await startChild(process.execPath, [path.join(import.meta.dirname, 'echo-server.ts')], {
    env: { ...process.env, ...entry.env },
    log: (line) => {
      if (line.startsWith('http://')) resolve(line);
    },
  }).catch((error) => {
    entry.remove();
    throw error;
  });
  const exited = child.exited.finally(() => entry.remove());
  try {
    const url = await Promise.race([address, exited.then(() => undefined)]);
    if (url === undefined) throw new Error(`the echo ended: ${child.lastLines.at(-1) ?? 'it said nothing'}`);
    const probe = await connectProbe(entry.socketPath);
    return { url, pid: child.pid, probe, exited, stop: () => child.stop() };
  } catch (error) {
    await child.kill();
    throw error;
  }
}
