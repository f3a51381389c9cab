import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepBuilt } from '../../src/stacks/kept-built.ts';
import { restartable } from '../../src/stacks/restartable.ts';
import type { RunningApp } from '../../src/stacks/stack.ts';

/** A package whose build takes src/text into dist/text, and refuses 'wrong'. */
async function samplePackage(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'kept-built-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'one/src'), { recursive: true });
  await writeFile(join(root, 'one/src/text'), 'first');
  const build =
    "const { mkdirSync, readFileSync, writeFileSync } = require('node:fs'); const text = readFileSync('src/text', 'utf8'); if (text === 'wrong') throw new Error('refused'); mkdirSync('dist', { recursive: true }); writeFileSync('dist/text', text)";
  await writeFile(join(root, 'one/build.cjs'), build);
  await writeFile(join(root, 'one/package.json'), JSON.stringify({ scripts: { build: 'node build.cjs' } }));
  return root;
}

test('a package is built once after each change, with what its takers do before and after', async () => {
  const root = await samplePackage();
  const told: string[] = [];
  const ends = ['a', 'b'].map((name) =>
    keepBuilt(root, ['one'], {
      log: (line) => told.push(`${name}: ${line}`),
      before: async (path) => void told.push(`${name} before ${path}`),
      after: async (path) => void told.push(`${name} after ${path}`),
    }),
  );
  onTestFinished(() => {
    for (const end of ends) end();
  });
  const builtSo = (lines: string[]) => vi.waitFor(() => expect(told).toEqual(lines), { timeout: 20_000 });
  const around = (said: string[] = []) => [
    'a: one was changed, and is built anew',
    ...['a before one', 'b before one'],
    ...said,
    ...['a after one', 'b after one'],
  ];

  await writeFile(join(root, 'one/src/text'), 'second');
  await builtSo(around());
  expect(await readFile(join(root, 'one/dist/text'), 'utf8')).toBe('second');

  told.length = 0;
  await writeFile(join(root, 'one/src/text'), 'wrong');
  await builtSo(around([expect.stringContaining('refused')]));
  expect(await readFile(join(root, 'one/dist/text'), 'utf8')).toBe('second');

  told.length = 0;
  ends[0]?.();
  await writeFile(join(root, 'one/src/text'), 'third');
  await builtSo(['b: one was changed, and is built anew', 'b before one', 'b after one']);
  expect(await readFile(join(root, 'one/dist/text'), 'utf8')).toBe('third');
});

/** Apps that end when they are stopped, or when they are told to. */
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

test('an app that is paused and resumed has not ended; when it ends by itself or is stopped, it has', async () => {
  const { start, ends } = sampleApps();
  const { app, pause, resume } = restartable(await start(), start);
  let hasEnded = false;
  app.exited.then(() => {
    hasEnded = true;
  });
  await pause();
  await resume();
  expect(ends).toHaveLength(2);
  expect(hasEnded).toBe(false);
  ends[1]?.();
  expect(await app.exited).toEqual({ code: 2, signal: null });

  const other = restartable(await start(), start);
  await other.pause();
  await other.app.stop();
  await other.resume();
  expect(ends).toHaveLength(3);
});
