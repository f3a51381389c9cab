import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { rebuildOnChange } from '../../src/stacks/rebuild.ts';
import { restartable } from '../../src/stacks/restartable.ts';
import type { RunningApp } from '../../src/stacks/stack.ts';

/** A package whose build takes src/text into dist/text, and refuses 'wrong'. */
async function samplePackage(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'rebuild-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'one/src'), { recursive: true });
  await writeFile(join(root, 'one/src/text'), 'first');
  const build =
    "const { mkdirSync, readFileSync, writeFileSync } = require('node:fs'); const text = readFileSync('src/text', 'utf8'); if (text === 'wrong') throw new Error('refused'); mkdirSync('dist', { recursive: true }); writeFileSync('dist/text', text)";
  await writeFile(join(root, 'one/build.cjs'), build);
  await writeFile(join(root, 'one/package.json'), JSON.stringify({ scripts: { build: 'node build.cjs' } }));
  return root;
}

test('a package is built again after each change, until that is ended', async () => {
  const root = await samplePackage();
  const lines: string[] = [];
  const end = rebuildOnChange(root, ['one'], (line) => lines.push(line));
  onTestFinished(end);
  const built = () => readFile(join(root, 'one/dist/text'), 'utf8');
  const change = (text: string) => writeFile(join(root, 'one/src/text'), text);
  // As some editors save.
  const replace = async (text: string) => {
    await writeFile(join(root, 'one/other'), text);
    await rename(join(root, 'one/other'), join(root, 'one/src/text'));
  };
  const inTime = { timeout: 20_000 };

  await replace('second');
  await vi.waitFor(async () => expect(await built()).toBe('second'), inTime);
  await change('wrong');
  await vi.waitFor(() => expect(lines.at(-1)).toContain('refused'), inTime);
  await change('third');
  await vi.waitFor(async () => expect(await built()).toBe('third'), inTime);
  expect(lines.filter((line) => line === 'one has changed: building it again')).toHaveLength(3);

  end();
  await change('fourth');
  await wait(500);
  expect(lines).toHaveLength(4);
});

/** Apps that end when a test stops them, or calls one of `ends`. */
function sampleApps() {
  const ends: (() => void)[] = [];
  const start = async (): Promise<RunningApp> => {
    const { promise: exited, resolve } = Promise.withResolvers<{ code: number; signal: null }>();
    const end = () => resolve({ code: ends.length, signal: null });
    ends.push(end);
    const stop = async () => end();
    return {
      stack: 'sample',
      url: 'http://sample',
      pid: ends.length,
      port: 1,
      mode: 'x',
      exited,
      stop,
      kill: stop,
    };
  };
  return { start, ends };
}

test('an app that restarts has not ended; when it ends by itself or is stopped, it has', async () => {
  const { start, ends } = sampleApps();
  const { app, restart } = restartable(await start(), start);
  let hasEnded = false;
  app.exited.then(() => {
    hasEnded = true;
  });
  await restart(async () => {});
  await expect(restart(() => Promise.reject(new Error('a failed build')))).rejects.toThrow('a failed build');
  expect(ends).toHaveLength(3);
  expect(hasEnded).toBe(false);
  ends[2]?.();
  expect(await app.exited).toEqual({ code: 3, signal: null });

  const other = restartable(await start(), start);
  await other.restart(() => other.app.stop());
  expect(ends).toHaveLength(4);
  expect(await other.app.exited).toEqual({ code: 4, signal: null });
});
