import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort, host, startChild } from '@meteor-vs-mean/testbed/process';
import { vi } from 'vitest';

export const configFile = path.resolve(import.meta.dirname, '../haproxy.cfg');

/** The version of the haproxy on PATH; undefined without one, or without a second loopback address for instances. */
export async function findHaproxy(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  return promisify(execFile)('haproxy', ['-v']).then(
    ({ stdout }) => /version (\S+)/.exec(stdout)?.[1],
    () => undefined,
  );
}

/** A HAProxy with this folder's configuration, on free loopback ports. */
export interface Balancer extends AsyncDisposable {
  readonly meteor: string;
  readonly mean: string;
  readonly status: string;
  /** How many instances a backend uses. */
  instancesIn(backend: string): Promise<number>;
}

/** The addresses of the instances. */
export interface Behind {
  /** The name and port of the instances. */
  METEOR: string;
  MEAN: string;
  DNS_SERVER: string;
}

/** @throws an error with its last lines, if it doesn't answer */
export async function startBalancer(behind: Behind): Promise<Balancer> {
  const [meteor, mean, status] = [await freePort(), await freePort(), await freePort()];
  const env = {
    ...process.env,
    ...behind,
    BIND: host,
    METEOR_PORT: String(meteor),
    MEAN_PORT: String(mean),
    STATUS_PORT: String(status),
  };
  const child = await startChild('haproxy', ['-db', '-f', configFile], { env });
  const urlOf = (port: number) => `http://${host}:${port}`;
  try {
    let over: string | undefined;
    void child.exited.then(() => {
      over = child.lastLines.join('\n');
    });
    await vi.waitUntil(
      async () => {
        if (over !== undefined) throw new Error(`haproxy exited:\n${over}`);
        return await fetch(`${urlOf(status)}/alive`).then(
          ({ ok }) => ok,
          () => false,
        );
      },
      { timeout: 30_000 },
    );
  } catch (error) {
    await child.kill();
    throw error;
  }
  return {
    meteor: urlOf(meteor),
    mean: urlOf(mean),
    status: urlOf(status),
    async instancesIn(backend) {
      const rows = readStatus(await (await fetch(`${urlOf(status)}/;csv`)).text());
      return rows.filter(({ pxname, svname, status }) => {
        return pxname === backend && svname !== 'BACKEND' && status?.startsWith('UP');
      }).length;
    },
    [Symbol.asyncDispose]: child.kill,
  };
}

/** HAProxy's statistics, whose first line has the column names. */
function readStatus(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.trim().split('\n');
  const names = head.replace(/^# /, '').split(',');
  return lines.map((line) => {
    const fields = line.split(',');
    return Object.fromEntries(names.map((name, at) => [name, fields[at] ?? '']));
  });
}
