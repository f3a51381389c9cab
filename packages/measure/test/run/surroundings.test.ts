import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { textOf } from '@meteor-vs-mean/testbed/process';
import { type Processes, readProcesses } from '@meteor-vs-mean/testbed/sampler';
import { expect, test, vi } from 'vitest';
import { allowedCores } from '../../src/run/core-list.ts';
import { deliveryRules, judge, verdictOf } from '../../src/run/index.ts';
import { treesOf, usedBetween } from '../../src/run/processes.ts';
import { parseProcessor } from '../../src/run/processor.ts';
import { describeOthers, parseSwap, watchSurroundings } from '../../src/run/surroundings.ts';
import { statFiles, throttledIn } from '../../src/run/throttling.ts';
import { sound } from './sound.ts';

vi.mock('@meteor-vs-mean/testbed/process', { spy: true });

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

test('what ended counts for the process that waited for it, but not what it used before', () => {
  const reading = (...rows: readonly [pid: number, parent: number, cpu_ms: number, total_ms: number][]) =>
    new Map(
      rows.map(([pid, parent, cpu_ms, total_ms]) => [pid, { pid, parent, name: '', cpu_ms, total_ms }]),
    );
  const from = reading([1, 0, 10, 20], [5, 1, 100, 100], [6, 5, 1000, 3000], [7, 6, 500, 500], [8, 1, 9, 9]);
  // 6 had used 3 s, its child 7 half a second. Both ended after 200 ms more, and 5 has waited for them.
  const to = reading([1, 0, 10, 20], [5, 1, 110, 110 + 3700], [8, 1, 9, 9], [9, 1, 40, 40]);
  expect([...usedBetween(from, to)]).toEqual([
    [5, { own_ms: 10, total_ms: 210 }],
    [9, { own_ms: 40, total_ms: 40 }],
  ]);
});

test.for([
  [
    {
      cores: 0.98,
      uncertain: 0.04,
      busiest: 'node main.ts (process 5) with 0.03',
      busiest_cores: 0.03,
      unseen_cores: 0.95,
    },
    "0.98 ± 0.04 of a core; the busiest is node main.ts (process 5) with 0.03; 0.95 of it in processes that have ended or can't be seen",
  ],
  [
    {
      cores: 0.98,
      uncertain: 0.04,
      busiest: 'make (process 5) and what it started, with 0.96',
      busiest_cores: 0.96,
      unseen_cores: 0.02,
    },
    '0.98 ± 0.04 of a core, most of it make (process 5) and what it started, with 0.96',
  ],
  // As older runs have it.
  [
    { cores: 0.4, busiest: 'backup (process 8) with 0.35' },
    '0.40 of a core; the busiest is backup (process 8) with 0.35',
  ],
  [{ cores: 0.4, busiest: null }, '0.40 of a core'],
] as const)('%j in words', ([others, words]) => {
  expect(describeOthers(others)).toBe(words);
});

test.runIf(process.platform === 'linux')(
  'programs that end at once are named by who starts them',
  async () => {
    const program = 'while :; do head -c 300000 /dev/zero | md5sum; done';
    const stranger = spawn('sh', ['-c', program], { stdio: 'ignore', detached: true });
    try {
      await once(stranger, 'spawn');
      const from = readProcesses() as Processes;
      await wait(1000);
      const used = usedBetween(from, readProcesses() as Processes).get(stranger.pid as number);
      expect(used?.total_ms).toBeGreaterThan(used?.own_ms ?? 0);
    } finally {
      process.kill(-(stranger.pid as number), 'SIGKILL');
    }
  },
);

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

test('cores that are stolen for most of a round make it noisy, and not void', async () => {
  const { textOf: read } = await vi.importActual<{ textOf: typeof textOf }>(
    '@meteor-vs-mean/testbed/process',
  );
  const stat = vi.fn<(path: string) => string>();
  for (const steal of [100, 130]) stat.mockReturnValueOnce(`cpu0 700 30 200 9000 50 4 16 ${steal} 600 0\n`);
  vi.mocked(textOf).mockImplementation((path) => (path === '/proc/stat' ? stat(path) : read(path)));
  try {
    const watch = watchSurroundings([process.pid], [0]);
    await wait(400);
    const surroundings = watch.stop();
    // 300 of the 400 ms, or of what a busy machine made of them.
    expect(surroundings.stolen).toBeGreaterThan(0.01);
    expect(surroundings.stolen).toBeLessThanOrEqual(0.76);
    const reasons = judge(deliveryRules, { ...sound, surroundings });
    expect(reasons.find(({ code }) => code === 'cores-stolen')).toMatchObject({
      isNoise: true,
      reading: expect.stringMatching(/^\d+\.\d %$/),
    });
    expect(verdictOf(reasons)).toBe('noisy');
  } finally {
    vi.mocked(textOf).mockReset();
  }
});
