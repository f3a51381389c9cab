import { readdirSync } from 'node:fs';
import path from 'node:path';
import { textOf } from '@meteor-vs-mean/testbed/process';

const cgroups = '/sys/fs/cgroup';
const cpus = '/sys/devices/system/cpu';

/**
 * How long the cores were withheld: by the CPU limit of a container or service that we run in (the longest of the
 * nested ones), and by heat (the longest of the cores). Milliseconds since they began; null where nothing tells.
 */
export function readThrottling(): { limit_ms: number | null; heat_ms: number | null } {
  return { limit_ms: readLimit(), heat_ms: readHeat() };
}

function readLimit(): number | null {
  const own = textOf('/proc/self/cgroup');
  if (own === undefined) return null;
  return longest(statFiles(own).flatMap((file) => throttledIn(textOf(file) ?? '')));
}

/**
 * Where the statistics of our own group and those around it are, for both versions of cgroups.
 * @param own as in /proc/self/cgroup: lines of `number:controllers:path`; number 0 is version 2
 */
export function statFiles(own: string): string[] {
  return own
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [number, controllers = '', ...rest] = line.split(':');
      const hasCpu = controllers.split(',').includes('cpu');
      if (number !== '0' && !hasCpu) return [];
      const root = number === '0' ? cgroups : path.join(cgroups, controllers);
      const parts = rest
        .join(':')
        .split('/')
        .filter((part) => part !== '');
      return Array.from({ length: parts.length + 1 }, (_, depth) =>
        path.join(root, ...parts.slice(0, parts.length - depth), 'cpu.stat'),
      );
    });
}

/** @param stat as in cpu.stat: `throttled_usec` in version 2, `throttled_time` in nanoseconds in version 1 */
export function throttledIn(stat: string): number[] {
  const found = /^throttled_(usec|time) (\d+)$/m.exec(stat);
  return found ? [Number(found[2]) / (found[1] === 'usec' ? 1e3 : 1e6)] : [];
}

function readHeat(): number | null {
  let names: string[];
  try {
    names = readdirSync(cpus).filter((name) => /^cpu\d+$/.test(name));
  } catch {
    return null;
  }
  return longest(
    names.flatMap((name) => {
      const text = textOf(path.join(cpus, name, 'thermal_throttle/core_throttle_total_time_ms'));
      return text === undefined ? [] : [Number(text)];
    }),
  );
}

function longest(times: number[]): number | null {
  return times.length === 0 ? null : Math.max(...times);
}
