import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { allowedCores } from '../src/core-list.ts';
import { parseProcess, treesOf } from '../src/processes.ts';
import { parseProcessor } from '../src/processor.ts';
import { watchSurroundings } from '../src/surroundings.ts';
import { parseSwap } from '../src/swap.ts';
import { statFiles, throttledIn } from '../src/throttling.ts';

test('the lines of the cores that may be used, in /proc/stat', () => {
  const lines = [
    'cpu  999 9 9 9 9 9 9 9 9 9',
    'cpu0 700 30 200 9000 50 4 16 20 600 0',
    'cpu1 1 1 1 1 1 1 1 1 1 1',
    'intr 5',
  ];
  const stat = lines.join('\n');
  expect(parseProcessor(stat, [0])).toEqual({ busy_ms: 9500, steal_ms: 200 });
  expect(parseProcessor(stat, [0, 1])).toEqual({ busy_ms: 9550, steal_ms: 210 });
  expect(parseProcessor(stat, [])).toBeNull();
});

test('a process whose name has brackets and spaces', () => {
  const stat = '4711 (a) name (b) S 12 4711 4711 0 -1 4194304 100 200 0 0 150 50 30 20 20 0 7 0 100 1 1';
  expect(parseProcess(stat)).toEqual({
    pid: 4711,
    parent: 12,
    name: 'a) name (b',
    cpu_ms: 2000,
    total_ms: 2500,
  });
});

test('a tree has its members whatever their numbers are', () => {
  const parents = { 1: 0, 50: 1, 20: 50, 10: 20, 60: 1 };
  const processes = new Map(
    Object.entries(parents).map(([pid, parent]) => [
      Number(pid),
      { pid: Number(pid), parent, name: '', cpu_ms: 0, total_ms: 0 },
    ]),
  );
  expect([...treesOf(processes, [50, 999])].sort()).toEqual([10, 20, 50]);
});

test('swap counts both ways', () => {
  expect(parseSwap('nr_free 5\npswpin 3\npswpout 4\npswpout_zram 9\n')).toBe(7);
  expect(parseSwap('nr_free 5\n')).toBeNull();
});

test('limits of CPU in both versions of cgroups, own group and those around it', () => {
  expect(statFiles('0::/user.slice/app.service\n')).toEqual([
    '/sys/fs/cgroup/user.slice/app.service/cpu.stat',
    '/sys/fs/cgroup/user.slice/cpu.stat',
    '/sys/fs/cgroup/cpu.stat',
  ]);
  expect(statFiles('4:cpu,cpuacct:/\n3:memory:/a\n')).toEqual(['/sys/fs/cgroup/cpu,cpuacct/cpu.stat']);
  expect(throttledIn('nr_throttled 4\nthrottled_usec 2500\n')).toEqual([2.5]);
  expect(throttledIn('nr_throttled 4\nthrottled_time 2500000\n')).toEqual([2.5]);
  expect(throttledIn('usage_usec 1\n')).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'work of others counts, and the busiest of them is named; ours does not',
  async () => {
    const busy = () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
    const stranger = busy();
    const own = busy();
    try {
      await Promise.all([once(stranger, 'spawn'), once(own, 'spawn')]);
      const watch = watchSurroundings([own.pid as number], allowedCores() as number[]);
      await wait(1000);
      const { others, cores } = watch.stop();
      expect(cores).toBeGreaterThan(0);
      expect(others?.cores).toBeGreaterThan(0.1);
      expect(others?.busiest).not.toContain(`process ${own.pid})`);
    } finally {
      stranger.kill('SIGKILL');
      own.kill('SIGKILL');
    }
  },
);
