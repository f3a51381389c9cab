import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import {
  connectProbe,
  type Probe,
  type ProbeEnvironment,
  probeEnvironment,
} from '../../src/sampler/index.ts';

const script = fileURLToPath(new URL('./probed.cjs', import.meta.url));
const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const step of cleanUp.splice(0).reverse()) step();
});

interface Probed {
  child: ChildProcess;
  environment: ProbeEnvironment;
}

function start(work: string, nodeOptions = ''): Probed {
  const environment = probeEnvironment(nodeOptions);
  cleanUp.push(environment.remove);
  const child = spawn(process.execPath, [script, work], {
    env: { ...process.env, ...environment.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUp.push(() => child.kill('SIGKILL'));
  return { child, environment };
}

async function probe({ environment }: Probed): Promise<Probe> {
  const connected = await connectProbe(environment.socketPath);
  cleanUp.push(connected.close);
  return connected;
}

test('tells of heap, CPU and event loop', async () => {
  const inside = await probe(start('serve'));
  const sample = await inside.sample();
  expect(sample.heapUsed_bytes).toBeGreaterThan(1e6);
  expect(sample.rss_bytes).toBeGreaterThan(sample.heapUsed_bytes);
  expect(sample.cpu_ms).toBeGreaterThan(0);
  expect(sample.utilisation).toBeGreaterThanOrEqual(0);
  expect(sample.utilisation).toBeLessThanOrEqual(1);
  expect(sample.eventLoop.max_ms).toBeGreaterThanOrEqual(sample.eventLoop.p50_ms);
});

test('a window of the event loop is not cut by samples within it', async () => {
  const inside = await probe(start('serve'));
  await expect(inside.watched()).rejects.toThrow('watched() without watch()');
  await inside.watch();
  await inside.collect(); // stops the loop
  await inside.sample();
  const seen = await inside.watched();
  expect(seen.max_ms).toBeGreaterThanOrEqual(seen.p99_ms);
  expect(seen.utilisation).toBeGreaterThan(0);
  expect(seen.utilisation).toBeLessThanOrEqual(1);
});

test('code that does not run is let go of at once, not half a minute later', async () => {
  const probed = start('code');
  const bytes = createInterface({ input: probed.child.stdout as NodeJS.ReadableStream });
  const said = async () => Number((await once(bytes, 'line'))[0]);
  const inside = await probe(probed);
  const before = await said();
  await inside.collect();
  await said(); // may have been on its way
  expect(await said()).toBeLessThan(before / 2);
});

test('collects until what was let go is gone', async () => {
  const inside = await probe(start('garbage'));
  const before = await inside.sample();
  let after = await inside.collect();
  while (after.heapUsed_bytes > before.heapUsed_bytes - 4e6) after = await inside.collect();
  const again = await inside.collect();
  // V8 lets go of code that hasn't run for some collections, too: half a megabyte of 5 MB.
  expect(Math.abs(again.heapUsed_bytes - after.heapUsed_bytes)).toBeLessThan(1024 * 1024);
});

test('gives back what V8 has kept to spare since the start, so that RSS tells what is held', async () => {
  const inside = await probe(start('started'));
  const before = await inside.sample();
  const after = await inside.collect();
  // Collections alone leave all but some megabytes of it.
  expect(after.rss_bytes).toBeLessThan(before.rss_bytes - 30e6);
});

test("reads Meteor's observe drivers, and none elsewhere", async () => {
  expect(await (await probe(start('meteor'))).observeDrivers()).toEqual(['OplogObserveDriver']);
  expect(await (await probe(start('serve'))).observeDrivers()).toEqual([]);
});

test('does not hold a process open, and leaves no socket', async () => {
  const { child, environment } = start('idle');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  expect(readdirSync(dirname(environment.socketPath))).toEqual([]);
  environment.remove();
  expect(existsSync(dirname(environment.socketPath))).toBe(false);
});

test('does not pass on to what the app starts, but keeps its other options', async () => {
  const started = start('parent', '--max-old-space-size=200');
  const [line] = await once(createInterface(started.child.stdout as NodeJS.ReadableStream), 'line');
  expect(JSON.parse(line)).toEqual({ options: '--max-old-space-size=200' });
  expect((await (await probe(started)).sample()).rss_bytes).toBeGreaterThan(0);
});

test('two may look at once, and a killed app is said to have ended', async () => {
  const started = start('serve');
  const first = await probe(started);
  const second = await probe(started);
  await Promise.all([first.sample(), second.sample()]);
  const pending = once(started.child, 'exit');
  started.child.kill('SIGKILL');
  await pending;
  await expect(first.sample()).rejects.toThrow('has ended');
  await expect(connectProbe(started.environment.socketPath, 0)).rejects.toThrow("probe doesn't answer");
});

test('an app that is killed with a question unread is said to have ended, and nothing else happens', async () => {
  const started = start('serve');
  const inside = await probe(started);
  await inside.sample();
  // It is stopped, so the question stays in its socket; killed like that, the connection is reset.
  started.child.kill('SIGSTOP');
  const asked = inside.sample();
  asked.catch(() => {});
  await new Promise((resolve) => setImmediate(resolve));
  started.child.kill('SIGKILL');
  await expect(asked).rejects.toThrow('has ended');
});
