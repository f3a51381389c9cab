import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { writeup } from '../src/places.ts';
import { serveFolder } from '../src/serve.ts';
import { buildFolder, node } from './built.ts';

test('a port that is taken is said at once, with what to do', async () => {
  const taken = await serveFolder(writeup, 0);
  try {
    const { port } = new URL(taken.url);
    await expect(node('src/main.ts', '--port', port)).rejects.toThrow(
      `Port ${port} is taken: stop what listens there (lsof -i :${port}), or choose another one with --port.`,
    );
  } finally {
    await taken.stop();
  }
});

test.runIf(process.platform === 'linux')(
  'a file that fails to be read ends its own answer alone',
  async () => {
    await using temporary = await buildFolder();
    const { folder } = temporary;
    // A plain file that opens, and whose first byte can't be read.
    await symlink('/proc/self/mem', path.join(folder, 'broken.png'));
    await writeFile(path.join(folder, 'index.html'), 'here');
    const served = await serveFolder(folder, 0);
    try {
      await expect(fetch(`${served.url}broken.png`)).rejects.toThrow('fetch failed');
      expect(await (await fetch(served.url)).text()).toBe('here');
    } finally {
      await served.stop();
    }
  },
);

test('a folder that holds something else is not replaced', async () => {
  await using temporary = await buildFolder();
  const thesis = path.join(temporary.folder, 'thesis.txt');
  await writeFile(thesis, 'years of work');
  for (const [out, why] of [
    [temporary.folder, 'holds files that no command of ours put there'],
    [thesis, 'is no folder'],
  ]) {
    await expect(node('src/main.ts', '--build', '--out', out as string)).rejects.toThrow(
      `writeup: ${out} ${why}, and is left unchanged: name a folder that is new or empty`,
    );
  }
  expect(await readFile(thesis, 'utf8')).toBe('years of work');
});

test('a wrong option is said in one line', async () => {
  await expect(node('src/main.ts', '--port', 'many')).rejects.toThrow(
    'writeup: --port many: must be a whole number from 0 to 65535',
  );
  await expect(node('src/main.ts', '--prt', '3300')).rejects.toThrow(
    "writeup: Unknown option '--prt'. npm run writeup -- --help lists the options",
  );
  await expect(node('src/main.ts', '--figures', 'ful200')).rejects.toThrow(
    'No recorded result is called ful200',
  );
});

test('figures, charts and tables of a result are listed as they are written', async () => {
  const listed = await node('src/main.ts', '--figures', 'full200');
  expect(listed).toMatch(/^\{\{ fig\('full200\.p50\.meteor'\) \}\} {2}\d+\.\d ms$/m);
  expect(listed).toContain('<Chart of="full200/percentiles-fan-out"/>');
  expect(listed).toContain('<Table of="full200/fan-out"/>');
});

test('it is built and served until Ctrl-C, which ends it', async () => {
  await using temporary = await buildFolder();
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const served = spawn(process.execPath, ['src/main.ts', '--port', '0', '--out', temporary.folder], {
    cwd: writeup,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let url: string | undefined;
    for await (const line of createInterface(served.stdout)) {
      url = /^The write-up is at (http:\S+) \(Ctrl-C ends it\)$/.exec(line)?.[1];
      if (url) break;
    }
    const page = await fetch(`${url}costs.html`);
    expect(await page.text()).toContain('What a client costs');
    expect((await fetch(`${url}nothing.html`)).status).toBe(404);
    expect((await fetch(`${url}..%2f..%2fpackage.json`)).status).toBe(404);
    served.kill('SIGINT');
    expect(await once(served, 'exit')).toEqual([0, null]);
    await expect(fetch(`${url}costs.html`)).rejects.toThrow();
  } finally {
    served.kill('SIGKILL');
  }
});
