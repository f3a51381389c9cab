import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { allowedCores, coreList, parseCoreList } from '@meteor-vs-mean/measure/run';
import { expect, onTestFinished, test } from 'vitest';
import { type CoreFacts, chooseCores, cpuSetsOf, decideCores, pin } from '../src/context/cores.ts';

/** A Linux machine with such cores, each of them a physical one. */
function facts(allowed: string, more: Partial<CoreFacts> = {}): CoreFacts {
  const list = parseCoreList(allowed);
  return {
    platform: 'linux',
    allowed: list,
    atATime: list.length,
    physicalOf: (core) => core,
    canPin: true,
    ownMongod: true,
    ...more,
  };
}

test.for([
  ['0-3', { app: '0', mongod: '1', generator: '2-3' }],
  ['0-7', { app: '0-1', mongod: '2-3', generator: '4-7' }],
  ['0-63', { app: '0-1', mongod: '2-3', generator: '4-63' }],
  // Of a container, say.
  ['1,3,5,7,9', { app: '1', mongod: '3', generator: '5,7,9' }],
] as const)('on the cores %s each has its own', ([allowed, sets]) => {
  const cores = decideCores(facts(allowed));
  expect([cpuSetsOf(cores), cores.shared, cores.bound]).toEqual([sets, false, true]);
});

test('threads of one physical core stay together, and it is said where they cannot', () => {
  // As most machines number them: core n and core n + half are the two threads of one.
  const eight = decideCores(facts('0-7', { physicalOf: (core) => core % 4 }));
  expect(cpuSetsOf(eight)).toEqual({ app: '0,4', mongod: '1,5', generator: '2-3,6-7' });
  expect(eight.pinning).toBe('generator on cores 2-3,6-7, app on cores 0,4, mongod on cores 1,5');
  const four = decideCores(facts('0-3', { physicalOf: (core) => core % 2 }));
  expect(four.pinning).toMatch(/; some of these are threads of one physical core$/);
});

test.for([
  [facts('0-1'), 'separate cores need 4, and this machine has 2'],
  [facts('0-63', { atATime: 1 }), 'separate cores need 4, and this machine has 1'],
  [facts('0-7', { canPin: false }), 'taskset (of util-linux) is not there, or not allowed'],
  [facts('0-7', { platform: 'darwin', allowed: null }), 'macOS has nothing to bind a process to a core with'],
] as const)('where it cannot be they share all cores: %#', ([machine, why]) => {
  const cores = decideCores(machine);
  expect(cores.pinning).toBe(`generator, app and MongoDB share all cores (${why})`);
  expect([cpuSetsOf(cores), cores.shared, cores.bound]).toEqual([null, true, false]);
});

test.for([
  ['0-1', '0', '1', 'app on core 0, generator and mongod on core 1'],
  ['0-7', '0', '1-7', 'app on core 0, generator and mongod on cores 1-7'],
] as const)('of %s the app has one core alone, for its capacity', ([allowed, app, rest, pinning]) => {
  const cores = decideCores(facts(allowed, { isAppAlone: true }));
  expect(cpuSetsOf(cores)).toEqual({ app, mongod: rest, generator: rest });
  expect(cores).toMatchObject({ pinning, shared: true, bound: true });
  const strange = decideCores(facts(allowed, { isAppAlone: true, ownMongod: false }));
  expect(cpuSetsOf(strange)).toBe(null);
});

test('a MongoDB that ran before is left where it is, and may disturb', () => {
  const cores = decideCores(facts('0-3', { ownMongod: false }));
  expect([coreList(cores.app), coreList(cores.generator), coreList(cores.mongod)]).toEqual([
    '0',
    '1-3',
    '0-3',
  ]);
  expect([cores.shared, cores.pinning]).toEqual([
    true,
    'generator on cores 1-3, app on core 0, mongod ran before and may use all of them',
  ]);
});

test('this machine gets one decision or the other', () => {
  const { pinning } = chooseCores();
  expect(pinning).toMatch(/^generator(, app and MongoDB share all cores \(.+\)$| on core)/);
});

test.runIf(process.platform === 'linux')(
  'a process is bound to one core with its threads and children',
  async () => {
    const child = spawn(
      process.execPath,
      ['-e', 'require("node:child_process").spawn("sleep", ["60"]).once("spawn", () => console.log("up"))'],
      { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
    );
    const pid = child.pid as number;
    onTestFinished(() => void process.kill(-pid, 'SIGKILL'));
    await once(child.stdout, 'data');
    const [core] = (allowedCores() as number[]).slice(-1);
    await pin(pid, [core as number]);
    const threads = readdirSync(`/proc/${pid}/task`);
    expect(threads.length).toBeGreaterThan(1);
    const grandchild = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    const lists = [...threads.map((thread) => `${pid}/task/${thread}`), grandchild].map(
      (name) => /^Cpus_allowed_list:\s*(.*)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1],
    );
    expect(new Set(lists)).toEqual(new Set([String(core)]));
    await expect(pin(pid, [4095])).rejects.toThrow(/^process \d+ can't be bound to core 4095: /);
  },
);

test.runIf((allowedCores()?.length ?? 0) > 1)(
  'the bench and what it starts later are on the generator’s cores, its mongod on its own',
  () => {
    const printed = execFileSync(process.execPath, [path.join(import.meta.dirname, 'bind.ts')], {
      encoding: 'utf8',
    });
    const { asked, found } = JSON.parse(printed);
    const [own, other] = asked;
    expect(found).toEqual([[own], [other], [own]]);
  },
);
