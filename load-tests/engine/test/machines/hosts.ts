import { execFileSync, spawnSync } from 'node:child_process';

/** A host of this machine's own: a network namespace with an address. */
interface Host {
  address: string;
  /** What a command is headed by, so that it runs there with a monotonic clock that is ahead by so many seconds. */
  prefix(ahead_s: number): [string, ...string[]];
}

interface Hosts extends Disposable {
  /** Of this side: what listens there is reached from all hosts. */
  address: string;
  hosts: Host[];
}

/** What keeps this system from having hosts of its own; undefined where it can. */
export function missingForHosts(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces are of Linux';
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  try {
    makeHosts(1)[Symbol.dispose]();
  } catch (error) {
    return `ip and unshare can't make them here: ${(error as Error).message.split('\n')[0]}`;
  }
  const { status } = spawnSync('unshare', ['--time', '--fork', '--monotonic', '5', 'true']);
  return status === 0 ? undefined : 'unshare --time does not work here';
}

/** Makes them with a bridge between; disposing of them removes all. @throws if the system doesn't let us */
export function makeHosts(count: number): Hosts {
  const id = process.pid % 1_000_000;
  const bridge = `psb${id}`;
  const network = `10.213.${id % 256}`;
  const names = Array.from({ length: count }, (_, i) => `pubsub${id}-${i}`);
  const remove = () => {
    for (const name of names) spawnSync('ip', ['netns', 'del', name]);
    spawnSync('ip', ['link', 'del', bridge]);
  };
  try {
    ip('link', 'add', 'name', bridge, 'type', 'bridge');
    ip('addr', 'add', `${network}.1/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
    for (const [i, name] of names.entries()) {
      const cable = `psv${id}-${i}`;
      ip('netns', 'add', name);
      ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
      ip('link', 'set', cable, 'master', bridge, 'up');
      ip('-n', name, 'addr', 'add', `${network}.${i + 2}/24`, 'dev', 'eth0');
      for (const device of ['eth0', 'lo']) ip('-n', name, 'link', 'set', device, 'up');
    }
  } catch (error) {
    remove();
    throw error;
  }
  return {
    address: `${network}.1`,
    hosts: names.map((name, i) => ({
      address: `${network}.${i + 2}`,
      prefix: (ahead_s) => [
        ...(['ip', 'netns', 'exec', name] as const),
        ...['unshare', '--time', '--fork', '--kill-child', '--monotonic', String(ahead_s)],
      ],
    })),
    [Symbol.dispose]: remove,
  };
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: 'pipe' });
}
