import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRunning } from '@meteor-vs-mean/testbed/process';
import { saidLines } from '@meteor-vs-mean/testbed/process/said-lines';
import { expect, onTestFinished, test } from 'vitest';

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s to npm test ends its programs, and leaves no folder',
  async (signal) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'meteor-vs-mean-stop-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [bin, temporary] = [path.join(folder, 'bin'), path.join(folder, 'temporary')] as const;
    for (const one of [bin, temporary]) await mkdir(one);
    // Replaces Vitest by a program that doesn't exit.
    await writeFile(path.join(bin, 'vitest'), '#!/bin/sh\necho "it is $$"\nexec sleep 1000\n');
    await chmod(path.join(bin, 'vitest'), 0o755);
    const tests = spawn(process.execPath, [path.join(import.meta.dirname, '../test.ts')], {
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, TMPDIR: temporary, TOY: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void tests.kill('SIGKILL'));
    const output = saidLines(tests, 'ci/test.ts');
    const pid = Number((await output.line(/^it is \d+$/)).split(' ').at(-1));
    expect(await readdir(temporary)).toEqual([expect.stringMatching(/^meteor-vs-mean-test-/)]);
    tests.kill(signal);
    expect(await output.ended).toBe(130);
    expect(isRunning(pid)).toBe(false);
    expect(await readdir(temporary)).toEqual([]);
  },
);
