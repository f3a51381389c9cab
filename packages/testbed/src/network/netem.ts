import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Child, startChild } from '../process/index.ts';
import type { Link, Shaper, Target, Way } from './link.ts';

/** More packets than a round has under way: a full queue would drop what wasn't asked for. */
const queue = 'limit 100000';
/** A network of its own, which nobody else sees, as root or else as a user who may be root there. */
const fresh = ['-n', '-rn'];
const relay = path.join(import.meta.dirname, 'relay.ts');

/**
 * Makes ways that go over the loopback of a fresh network namespace, to which netem gives delay and loss. The
 * machine's own interfaces are left alone. What connects is led there and back by two relays:
 * client, TCP, relay outside, unix socket, relay inside, TCP with netem, relay inside, unix socket, relay outside, app.
 * @throws one line where the kernel has no netem, or it may not be used
 */
export async function startNetem(link: Link): Promise<Shaper> {
  return { by: 'tc netem', ...waysThrough(await findNetem(link), shapingOf(link)) };
}

/** @param shaping a shell command that shapes `lo` in the fresh network */
export function waysThrough(unshare: string, shaping: string): Pick<Shaper, 'open' | 'stop'> {
  const open = new Set<Way>();
  return {
    open: async (target) => {
      const way = await openWay(unshare, shaping, target);
      open.add(way);
      return way;
    },
    stop: async () => {
      await Promise.all([...open].map((way) => way.close()));
    },
  };
}

function shapingOf({ latency_ms, jitter_ms, loss }: Link): string {
  const jitter = jitter_ms > 0 ? ` ${jitter_ms}ms` : '';
  const lost = loss > 0 ? ` loss ${loss * 100}%` : '';
  return `tc qdisc add dev lo root netem ${queue} delay ${latency_ms}ms${jitter}${lost}`;
}

/**
 * Tries netem in a fresh network, which is gone at once.
 * @returns the option of `unshare` by which that can be had
 * @throws one line where it can't
 */
export async function findNetem(link: Link): Promise<string> {
  const shaping = shapingOf(link);
  let reason = 'there is no unshare command';
  for (const unshare of fresh) {
    try {
      await promisify(execFile)('unshare', [unshare, 'sh', '-c', `ip link set lo up && ${shaping}`]);
      return unshare;
    } catch (error) {
      const { stderr, code } = error as { stderr?: string; code?: string };
      if (code !== 'ENOENT') reason = (stderr ?? '').trim().split('\n').at(-1) || (error as Error).message;
    }
  }
  throw new Error(
    `Losing packets (--loss) needs netem, and it can't be used here (${reason.replace(/\.$/, '')}): ` +
      'it takes Linux with the module sch_netem, the commands unshare, ip and tc, and the right to make a network namespace',
  );
}

async function openWay(unshare: string, shaping: string, { host, port }: Target): Promise<Way> {
  const folder = await mkdtemp(path.join(tmpdir(), 'netem-'));
  const started: Child[] = [];
  const close = async () => {
    await Promise.all(started.map((child) => child.kill()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const inside = await startChild('unshare', [
      unshare,
      'sh',
      '-c',
      `ip link set lo up && ${shaping} && exec "$0" "$@"`,
      process.execPath,
      relay,
      'inside',
      folder,
    ]);
    started.push(inside);
    await said(inside);
    const outside = await startChild(process.execPath, [relay, 'outside', folder, host, String(port)]);
    started.push(outside);
    return { url: `http://127.0.0.1:${await said(outside)}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A relay's first line: the port that it listens on. */
async function said(child: Child): Promise<string> {
  const ended = child.exited.then(() => {
    throw new Error(`netem's relay ended: ${child.lastLines.at(-1) ?? 'it said nothing'}`);
  });
  ended.catch(() => {});
  while (child.lastLines.length === 0) {
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 20)), ended]);
  }
  return child.lastLines[0] as string;
}
